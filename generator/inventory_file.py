from generator.model.inventory import Inventory


def read_inventory(path):
    return Inventory("", "")

"""apimap: the map from PyTorch APIs to PaddlePaddle APIs, kept as data and published as a site."""

__version__ = "0.1.0"

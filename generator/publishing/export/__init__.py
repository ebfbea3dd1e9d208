"""The catalogue as files for machines, as text by path; only ``writer`` touches the disk."""

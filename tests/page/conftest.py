"""The built page."""

from static_page import page_folder

__all__ = ["page_folder"]

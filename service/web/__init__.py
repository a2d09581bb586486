"""The web kernel: Flask and marshmallow. It knows the core and no game."""

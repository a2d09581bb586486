"""The specification, openapi.yaml, made from what runs. It needs the development dependencies and a clone."""

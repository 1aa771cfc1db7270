"""The server: APIs that existing clients already speak, and a page to see it work."""

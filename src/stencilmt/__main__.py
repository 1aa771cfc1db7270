"""`python -m stencilmt`."""

from stencilmt.cli import main

main()

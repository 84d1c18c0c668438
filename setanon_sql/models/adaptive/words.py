"""An audit of sensitivity-adaptive rho-uncertainty in words: as that of rho-uncertainty."""

from setanon_sql.models.rho.words import in_words

__all__ = ["in_words"]

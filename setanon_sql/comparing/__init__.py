"""Many settings tried on one reading of a source, side by side; nothing is published.

1. A grid of settings: models, their parameters, algorithms (``settings``).
2. Each is carried out, measured and audited in the engine of the source; what settings have in common is counted once
   (``bench``, ``trials``).
3. Which settings nobody would choose, since another one with the same guarantee is better in everything (``fronts``).
4. Which setting to take for each aim of an analyst (``aims``).
"""

from setanon_sql.comparing.aims import answers
from setanon_sql.comparing.bench import Bench
from setanon_sql.comparing.comparison import Comparison
from setanon_sql.comparing.fronts import fronts
from setanon_sql.comparing.inputs import Inputs, Plan
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.settings import Grid, Setting

__all__ = ["Bench", "Comparison", "Grid", "Inputs", "Plan", "Row", "Setting", "answers", "fronts"]

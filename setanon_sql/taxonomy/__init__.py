"""Taxonomies: read in three forms, checked by a doctor, coded as node ids for the engine."""

from setanon_sql.taxonomy.coding import Nodes, encode, flat_nodes
from setanon_sql.taxonomy.doctor import check
from setanon_sql.taxonomy.faults import Fault, refuse
from setanon_sql.taxonomy.reading import Reading, TaxonomyCheck, TaxonomyOptions, load_taxonomy, read_taxonomy
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.taxonomy.warehouse import read_taxonomy_for
from setanon_sql.taxonomy.writing import FORMS, convert, show

__all__ = [
    "FORMS",
    "Fault",
    "Nodes",
    "Reading",
    "Taxonomy",
    "TaxonomyCheck",
    "TaxonomyOptions",
    "check",
    "convert",
    "encode",
    "flat_nodes",
    "load_taxonomy",
    "read_taxonomy",
    "read_taxonomy_for",
    "refuse",
    "show",
]

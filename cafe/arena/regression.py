"""Ridge regression in plain Python: few columns, many rows, the same result on every machine."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


class Regression:
    """Rows of numbers, and the weights that predict one target after another from them."""

    def __init__(self, rows: Sequence[Sequence[float]], columns: int) -> None:
        self._rows = rows
        self._products: Matrix = [[0.0] * columns for _ in range(columns)]
        for row in rows:
            self._add(row)

    def _add(self, row: Sequence[float]) -> None:
        used = [(index, number) for index, number in enumerate(row) if number]
        for place, (index, number) in enumerate(used):
            products = self._products[index]
            for other, second in used[place:]:
                products[other] += number * second

    def solve(self, targets: Sequence[float], ridge: float, prior: Sequence[float]) -> list[float]:
        """The weights with the least squared error, pulled towards the prior.

        `ridge` is relative to each column's own size, so the units of a feature make no difference.
        """
        right = [0.0] * len(prior)
        for row, target in zip(self._rows, targets, strict=True):
            for index, number in enumerate(row):
                if number:
                    right[index] += number * target
        matrix: Matrix = []
        for index, products in enumerate(self._products):
            pull = ridge * (products[index] or 1.0)
            line = [self._products[other][index] for other in range(index)] + products[index:]
            line[index] += pull
            right[index] += pull * prior[index]
            matrix.append(line)
        return _solve(matrix, right)


def _solve(matrix: Matrix, right: list[float]) -> list[float]:
    """Gaussian elimination with the largest pivot; changes its arguments."""
    size = len(right)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        right[column], right[pivot] = right[pivot], right[column]
        head = matrix[column]
        for row in range(column + 1, size):
            factor = matrix[row][column] / head[column]
            if factor:
                line = matrix[row]
                for index in range(column, size):
                    line[index] -= factor * head[index]
                right[row] -= factor * right[column]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(matrix[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (right[row] - rest) / matrix[row][row]
    return found

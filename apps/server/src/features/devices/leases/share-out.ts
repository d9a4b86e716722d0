/** How many of `total` a node has that stands `rank`-th (from 0) of `nodes` that take part. */
export function shareOf(total: number, rank: number, nodes: number): number {
  if (rank < 0 || nodes === 0) return 0
  return Math.floor(total / nodes) + (rank < total % nodes ? 1 : 0)
}

const ROOT = 0
const NO_PATTERN = -1

/**
 * Aho-Corasick over code units: finds every pattern in a text in one pass. Nodes are numbered
 * breadth first, so the children of node n are firstChild[n] up to firstChild[n + 1], in order of
 * their labels, and fallback[n] < n.
 */
export interface Automaton {
  readonly firstChild: Uint32Array
  /** The code unit that leads to a node. */
  readonly label: Uint16Array
  /** The node of the longest proper suffix that is in the tree. */
  readonly fallback: Uint32Array
  /** The pattern that ends at a node, by its index, or -1. */
  readonly patternAt: Int32Array
  /** The longest suffix of a node, itself included, at which a pattern ends; 0 for none. */
  readonly output: Uint32Array
}

/**
 * Patterns must be sorted by code unit, distinct and not empty.
 * Time and memory are linear in their total length.
 */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  const capacity = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
  const firstChild = new Uint32Array(capacity + 1)
  const label = new Uint16Array(capacity)
  const fallback = new Uint32Array(capacity)
  const patternAt = new Int32Array(capacity).fill(NO_PATTERN)
  const output = new Uint32Array(capacity)
  const automaton = { firstChild, label, fallback, patternAt, output }

  // Each node covers the patterns from..to, which share their first `depth` code units.
  const from = new Uint32Array(capacity)
  const to = new Uint32Array(capacity)
  const depths = new Uint32Array(capacity)
  to[ROOT] = patterns.length
  let size = 1
  for (let node = ROOT; node < size; node += 1) {
    const depth = at(depths, node)
    const end = at(to, node)
    let next = at(from, node)
    if (node !== ROOT && patterns[next]?.length === depth) {
      patternAt[node] = next
      output[node] = node
      next += 1
    } else {
      output[node] = at(output, at(fallback, node))
    }
    firstChild[node] = size
    while (next < end) {
      const unit = unitAt(patterns, next, depth)
      from[size] = next
      while (next < end && unitAt(patterns, next, depth) === unit) next += 1
      to[size] = next
      depths[size] = depth + 1
      label[size] = unit
      fallback[size] = node === ROOT ? ROOT : step(automaton, at(fallback, node), unit)
      size += 1
    }
  }
  // Shared prefixes leave nodes unused; those have no children.
  firstChild.fill(size, size)
  return automaton
}

/**
 * Calls `visit` for each position where a pattern ends, with the position after it and the node of
 * the longest such pattern; `suffixOutput` leads to the shorter ones. Linear in the length of the
 * text.
 */
export function scanText(
  automaton: Automaton,
  text: string,
  visit: (end: number, node: number) => void,
): void {
  let node = ROOT
  for (let position = 0; position < text.length; position += 1) {
    node = step(automaton, node, text.charCodeAt(position))
    const longest = at(automaton.output, node)
    if (longest !== ROOT) visit(position + 1, longest)
  }
}

/** The node of the next shorter pattern that ends where this node's ends; 0 for none. */
export function suffixOutput(automaton: Automaton, node: number): number {
  return at(automaton.output, at(automaton.fallback, node))
}

/** Reads an element whose index is known to be in range. */
export function at(
  array: Uint32Array | Uint16Array | Int32Array | Uint8Array,
  index: number,
): number {
  return array[index] ?? 0
}

function step(automaton: Automaton, start: number, unit: number): number {
  let node = start
  for (;;) {
    const child = childOf(automaton, node, unit)
    if (child !== ROOT || node === ROOT) return child
    node = at(automaton.fallback, node)
  }
}

function childOf({ firstChild, label }: Automaton, node: number, unit: number): number {
  let low = at(firstChild, node)
  let high = at(firstChild, node + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = at(label, middle)
    if (found === unit) return middle
    if (found < unit) low = middle + 1
    else high = middle
  }
  return ROOT
}

function unitAt(patterns: readonly string[], pattern: number, depth: number): number {
  return patterns[pattern]?.charCodeAt(depth) ?? 0
}

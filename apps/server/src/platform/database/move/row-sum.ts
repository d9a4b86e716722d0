import { createHash } from 'node:crypto'
import type { Cell } from './table-rows.ts'

/** Equal for two tables with the same rows, in any order. */
export interface RowSum {
  readonly rows: number
  /** 16 hexadecimal digits. */
  readonly checksum: string
}

export function createRowSum() {
  let rows = 0
  let sum = 0n
  return {
    add(cells: readonly Cell[]): void {
      rows += 1
      const hash = createHash('sha256').update(JSON.stringify(cells)).digest()
      sum = BigInt.asUintN(64, sum + hash.readBigUInt64LE())
    },
    result: (): RowSum => ({ rows, checksum: sum.toString(16).padStart(16, '0') }),
  }
}

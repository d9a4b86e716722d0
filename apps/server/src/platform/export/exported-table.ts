/** Rows of cells, page by page. */
type ExportPages = AsyncIterable<readonly (readonly string[])[]>

export interface ExportedTable {
  /** Of the file, without an ending. */
  readonly name: string
  readonly headings: readonly string[]
  readonly pages: ExportPages
}

import type { CallSpec } from '@kirim/contract/call'

export interface CallInput {
  params?: unknown
  query?: unknown
  headers?: Readonly<Record<string, string | undefined>>
  body?: unknown
  file?: File | null | undefined
}

/** Builds the URL of a call from path parameters and query; undefined, null and '' are left out. */
export function urlOf(spec: CallSpec, input: CallInput): string {
  const params = entriesOf(input.params)
  const path = spec.path.replace(/:(\w+)/g, (whole, name: string) => {
    const value = params.find(([key]) => key === name)?.[1]
    return value === undefined ? whole : encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of entriesOf(input.query)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return `/api${path}${search}`
}

/** Builds the body of a call: multipart when it may carry a file, otherwise JSON. */
export function bodyOf(spec: CallSpec, input: CallInput): string | FormData | undefined {
  if (spec.file) return formOf(spec.file.field, input)
  return input.body === undefined ? undefined : JSON.stringify(input.body)
}

/**
 * Text fields come first, so that the server has them when the file arrives. A list is sent as
 * repeated `name[]`, an empty list as `[]` under `name` [7.bulk.no-media].
 */
function formOf(fileField: string, input: CallInput): FormData {
  const form = new FormData()
  for (const [name, value] of entriesOf(input.body)) {
    if (Array.isArray(value) && value.length > 0) {
      for (const item of value) form.append(`${name}[]`, textOf(item))
    } else if (value !== undefined) form.append(name, textOf(value))
  }
  if (input.file) form.append(fileField, input.file)
  return form
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

import { parseJson } from './parse-json.ts'

/** The server information embedded in the page; undefined when there is none. */
export function infoOfPage(): unknown {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=app-info]')
  return meta?.content ? parseJson(meta.content) : undefined
}

import { parseJson } from './parse-json.ts'

/** What the server wrote into the page about itself; undefined where it wrote nothing. */
export function infoOfPage(): unknown {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=app-info]')
  return meta?.content ? parseJson(meta.content) : undefined
}

import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

export interface PreloadedPages {
  /** Modules by the path of the address: for visitors, and for signed-in users. */
  readonly anonymous: Readonly<Record<string, readonly string[]>>
  readonly signedIn: Readonly<Record<string, readonly string[]>>
  /** Modules by the stored language. */
  readonly languages: Readonly<Record<string, readonly string[]>>
}

/**
 * Otherwise a page's code would be requested only after the entry has run. This adds a small script
 * to the head that requests it together with the entry, depending on the address and on whether a
 * token is stored. The path '*' matches all others.
 */
export function preloadPages(pages: PreloadedPages): Plugin {
  let script = ''
  return {
    name: 'preload-pages',
    apply: 'build',
    // Before Vite writes the page.
    enforce: 'pre',
    generateBundle(_options, bundle) {
      const source = scriptOf(filesOf(pages, bundle))
      script = this.getFileName(this.emitFile({ type: 'asset', name: 'preload.js', source }))
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }],
    },
  }
}

type Files = Record<keyof PreloadedPages, Record<string, string[]>>

function filesOf(pages: PreloadedPages, bundle: Bundle): Files {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = closureOf(
    chunks.filter((chunk) => chunk.isEntry),
    bundle,
  )
  const files = (modules: readonly string[]) => {
    const wanted = modules.map((module) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
      if (!chunk) throw new Error(`No chunk begins with ${module}.`)
      return chunk
    })
    return [...closureOf(wanted, bundle)].filter((file) => !entry.has(file))
  }
  const table = (paths: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(paths).map(([path, modules]) => [path, files(modules)]))
  return {
    anonymous: table(pages.anonymous),
    signedIn: table(pages.signedIn),
    languages: table(pages.languages),
  }
}

/** The files of chunks and of all their static imports. */
function closureOf(chunks: readonly Rolldown.OutputChunk[], bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const chunk of chunks) add(chunk)
  return files
}

/** Lists each name once: pages share most of their files. */
function scriptOf(files: Files): string {
  const names = [...new Set(Object.values(files).flatMap((table) => Object.values(table).flat()))]
  const numbered = JSON.stringify(files, (_key, value) =>
    Array.isArray(value) ? value.map((name: string) => names.indexOf(name)) : value,
  )
  return `(() => {
const names = ${JSON.stringify(names)}, files = ${numbered}
const stored = (key) => { try { return localStorage.getItem(key) } catch { return null } }
const of = (table, key) => Object.hasOwn(table, key) ? table[key] : table['*'] ?? []
const path = location.pathname, token = stored('token')
const wanted = [...of(token ? files.signedIn : files.anonymous, path), ...of(files.languages, stored('language'))]
for (const number of new Set(wanted)) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = '/' + names[number]
  document.head.append(link)
}
})()
`
}

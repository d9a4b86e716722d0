import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { type PreloadedPages, preloadPages } from './preload-pages.ts'

function chunk(fileName: string, module: string, imports: readonly string[] = []) {
  const isEntry = module === 'main.tsx'
  return { type: 'chunk', fileName, facadeModuleId: `/src/${module}`, imports, isEntry }
}

const chunks = [
  chunk('main.js', 'main.tsx', ['core.js']),
  chunk('core.js', 'core.ts'),
  chunk('login.js', 'login-page.tsx', ['core.js', 'form.js']),
  chunk('home.js', 'home-page.tsx', ['shell.js']),
  chunk('shell.js', 'shell.tsx', ['core.js', 'home.js', 'gone.js']),
  chunk('form.js', 'form.tsx'),
  chunk('ms.js', 'ms.json'),
]
const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]))

const pages: PreloadedPages = {
  anonymous: { '/register': ['form.tsx'], '*': ['login-page.tsx'] },
  signedIn: { '/': ['home-page.tsx'], '/form': ['home-page.tsx', 'form.tsx'] },
  languages: { ms: ['ms.json'] },
}

/** The script that a build writes for these pages. */
function scriptOf(given: PreloadedPages = pages): string {
  let source = ''
  const context = {
    emitFile: (file: { source: string }) => {
      source = file.source
      return 'reference'
    },
    getFileName: (reference: string) => `assets/${reference}.js`,
  }
  const { generateBundle } = preloadPages(given)
  if (typeof generateBundle !== 'function') throw new Error('The plugin writes nothing.')
  const output = bundle as unknown as Rolldown.OutputBundle
  generateBundle.call(context as never, {} as never, output, false)
  return source
}

interface Visit {
  address: string
  kept?: Readonly<Record<string, string>>
  storage?: 'blocked'
}

/** The files that the script requests on a visit. */
function visit({ address, kept = {}, storage }: Visit) {
  const links: string[] = []
  const globals = {
    location: { pathname: address },
    localStorage: {
      getItem: (key: string) => {
        if (storage === 'blocked') throw new DOMException('Blocked.', 'SecurityError')
        return kept[key] ?? null
      },
    },
    document: {
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => links.push(href) },
    },
  }
  new Function(...Object.keys(globals), scriptOf())(...Object.values(globals))
  return links
}

const signedIn = { token: 't1' }

it.each<[string, Visit, string[]]>([
  ['nobody signed in', { address: '/register' }, ['/form.js']],
  ['another address', { address: '/anything' }, ['/login.js', '/form.js']],
  ['somebody signed in', { address: '/', kept: signedIn }, ['/home.js', '/shell.js']],
  [
    'two pages that share, each file once',
    { address: '/form', kept: signedIn },
    ['/home.js', '/shell.js', '/form.js'],
  ],
  ['an address that no table has', { address: '/none', kept: signedIn }, []],
  ['the kept language', { address: '/register', kept: { language: 'ms' } }, ['/form.js', '/ms.js']],
  ['a language without a file', { address: '/register', kept: { language: 'en' } }, ['/form.js']],
  ['the name of something every object has', { address: 'constructor', kept: signedIn }, []],
  ['storage that is blocked', { address: '/register', storage: 'blocked' }, ['/form.js']],
])('files for %s', (_name, given, files) => {
  expect(visit(given)).toEqual(files)
})

it('a page without a file of its own stops the build, by name', () => {
  const wrong = { ...pages, signedIn: { '/': ['lost-page.tsx'] } }
  expect(() => scriptOf(wrong)).toThrow('No chunk begins with lost-page.tsx.')
})

it('stands first in the head, so that it runs before the entry', () => {
  const plugin = preloadPages(pages)
  expect([plugin.apply, plugin.enforce]).toEqual(['build', 'pre'])
  expect(plugin.transformIndexHtml).toMatchObject({ order: 'post' })
})

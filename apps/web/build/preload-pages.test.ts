import type { Rolldown } from 'vite'
import { expect, it, vi } from 'vitest'
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
  calls: { '/': ['/api/devices', '/api/campaigns'], '/list?page=2': ['/api/list'] },
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
  line?: 'down'
}

/** The requests of the script on a visit. */
function visit({ address, kept = {}, storage, line }: Visit) {
  const [pathname, query = ''] = address.split('?')
  const links: string[] = []
  const fetched: { call: string; headers: unknown }[] = []
  // A mock of vitest would handle rejections.
  const fetch = (call: string, { headers }: RequestInit) => {
    fetched.push({ call, headers })
    return line === 'down' ? Promise.reject(new TypeError('no line')) : Promise.resolve('answer')
  }
  const page: { earlyAnswers?: { token: string; at: number; answers: Map<string, unknown> } } = {}
  const globals = {
    location: { pathname, search: query && `?${query}` },
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
    fetch,
    performance: { now: () => 42 },
    window: page,
  }
  new Function(...Object.keys(globals), scriptOf())(...Object.values(globals))
  return { links, fetched, early: page.earlyAnswers }
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
  expect(visit(given).links).toEqual(files)
})

it('the first calls of a page are made with the token, and wait under their addresses', async () => {
  const { early, fetched } = visit({ address: '/', kept: signedIn })
  expect(early).toMatchObject({ token: 't1', at: 42 })
  expect([...(early?.answers.keys() ?? [])]).toEqual(['/api/devices', '/api/campaigns'])
  expect(fetched[0]?.headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer t1',
  })
  await expect(early?.answers.get('/api/devices')).resolves.toBe('answer')
})

it.each<[string, Visit]>([
  ['nobody is signed in', { address: '/' }],
  ['the page begins with none', { address: '/form', kept: signedIn }],
  ['its query is another', { address: '/list?page=3', kept: signedIn }],
])('no call is made when %s', (_name, given) => {
  const { early, fetched } = visit(given)
  expect([early, fetched]).toEqual([undefined, []])
})

it('a query is part of the page', () => {
  const { fetched } = visit({ address: '/list?page=2', kept: signedIn })
  expect(fetched.map(({ call }) => call)).toEqual(['/api/list'])
})

it('a call that fails disturbs nobody before the page asks for it', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  const { early } = visit({ address: '/', kept: signedIn, line: 'down' })
  await expect(early?.answers.get('/api/devices')).rejects.toThrow('no line')
  await new Promise(setImmediate)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
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

// Shows the app without a network, and what the server tells of chats while no page is open. It
// keeps the page and its files alone; answers of the API never.
const SHELL = 'shell-1'
const FILES_MAX = 300
const words = {
  en: {
    mine: 'wrote in a chat of yours',
    mention: 'You were mentioned',
    unanswered: 'still waits for an answer',
    nameless: 'Somebody',
  },
  ms: {
    mine: 'menulis dalam sembang anda',
    mention: 'Anda disebut',
    unanswered: 'masih menunggu jawapan',
    nameless: 'Seseorang',
  },
  id: {
    mine: 'menulis di chat Anda',
    mention: 'Anda disebut',
    unanswered: 'masih menunggu jawaban',
    nameless: 'Seseorang',
  },
}
const language = new URL(self.location).searchParams.get('language')
const said = words[language] ?? words.en

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  ),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !/^\/(api|uploads)\//.test(pathname)) {
    event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** The newest page; the last one while the server cannot be reached. */
async function page(request) {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) {
      await shell.put('/', answer.clone())
    }
    return answer
  } catch (error) {
    const kept = await shell.match('/')
    if (kept) return kept
    throw error
  }
}

/** Files are named by their content, so that one that is kept is never out of date. */
async function file(request) {
  const shell = await caches.open(SHELL)
  const kept = await shell.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    await shell.put(request, answer.clone())
    const all = await shell.keys()
    // Those of earlier versions are the oldest.
    for (const old of all.slice(0, Math.max(0, all.length - FILES_MAX))) await shell.delete(old)
  }
  return answer
}

self.addEventListener('push', (event) => event.waitUntil(tell(event.data?.json())))

async function tell(told) {
  if (!told) return
  const pages = await self.clients.matchAll({ type: 'window' })
  // A page that is looked at shows it by itself.
  if (pages.some(({ focused }) => focused)) return
  const name = told.name || said.nameless
  const [title, body] =
    told.kind === 'mention' ? [said.mention, name] : [name, told.text || said[told.kind]]
  await self.registration.showNotification(title, {
    body,
    tag: told.chatId,
    renotify: true,
    icon: '/icon-192.png',
    data: { path: `/chats/${encodeURIComponent(told.chatId)}` },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function open(path) {
  const [first] = await self.clients.matchAll({ type: 'window' })
  if (!first) return self.clients.openWindow(path)
  await first.focus()
  return first.navigate(path)
}

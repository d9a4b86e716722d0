// Runs before the first paint, so a dark page never flashes light, nor one in Malay English. A
// file, because the CSP allows no inline script.
const page = document.documentElement
try {
  page.classList.add(localStorage.getItem('theme') === 'dark' ? 'dark' : 'light')
  page.lang = localStorage.getItem('language') ?? navigator.language.split('-')[0]
} catch {
  // Storage is closed to this page: the light theme and English stand.
  page.classList.add('light')
}

// See `server-version.ts`.
window.reloadOnce = () => {
  if (Date.now() - sessionStorage.reloadedAt < 30_000) return
  sessionStorage.reloadedAt = Date.now()
  location.reload()
}
addEventListener(
  'error',
  ({ target }) => target.type === 'module' && fetch(target.src).then(reloadOnce, () => {}),
  true,
)

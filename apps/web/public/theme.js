// Runs before the first paint, so a dark page never flashes light. A file, because the CSP allows no inline script.
const root = document.documentElement.classList
try {
  root.add(localStorage.getItem('theme') === 'dark' ? 'dark' : 'light')
} catch {
  // Storage is closed to this page: the light theme stands.
  root.add('light')
}

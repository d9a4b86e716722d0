// Runs before the first paint, so a dark page never flashes light. A file, because the CSP allows no inline script.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Storage is closed to this page: the light theme stands.
}

// Setup of every web test: a wait ends with what it waits for, so a long one costs only a test that
// fails. One second is too short on a machine with other work.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
  // As on a page that has stood for a moment.
  const { menuParts } = await import('#shared/ui/menu.tsx')
  const { selectList } = await import('#shared/ui/select.tsx')
  await Promise.all([menuParts.load(), selectList.load()])
}

export {}

import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { LoadingPage } from './loading-page.tsx'
import { createRouter } from './router.tsx'

/** The pages of a signed-in user. A router of its own for each visit: between two, others lead on. */
export function SignedInApp() {
  const [router, setRouter] = useState<ReturnType<typeof createRouter> | null>(null)
  useEffect(() => {
    const made = createRouter()
    setRouter(made)
    return () => made.dispose()
  }, [])
  return router ? <RouterProvider router={router} /> : <LoadingPage />
}

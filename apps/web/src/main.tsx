import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles.css'
import './app/no-eval.ts'
import { i18nReady } from '#shared/i18n/i18n.ts'
import { App, preloadApp } from './app/app.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root element.')
const root = createRoot(container)

// In a transition React works in slices: a slow phone can be touched meanwhile.
void Promise.all([i18nReady, preloadApp()]).then(() =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)

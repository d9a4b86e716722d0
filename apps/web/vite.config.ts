import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { type PreloadedPages, preloadPages } from './build/preload-pages.ts'

const server = 'http://127.0.0.1:3000'

const signedIn = 'src/app/signed-in-app.tsx'

/** The pages that people open most, or begin with. */
const pages: PreloadedPages = {
  anonymous: {
    '*': ['src/app/public-app.tsx'],
    '/register': ['src/app/public-app.tsx', 'src/app/register-route.tsx'],
  },
  signedIn: {
    '*': [signedIn],
    '/': [signedIn, 'src/features/analytics/dashboard-page.tsx'],
    '/campaigns': [signedIn, 'src/features/analytics/campaigns-page.tsx'],
    '/add-campaign': [signedIn, 'src/app/campaign-form-route.tsx'],
    '/dashboard/add-campaign': [signedIn, 'src/app/campaign-form-route.tsx'],
    '/scan-device': [signedIn, 'src/features/devices/scan-device-page.tsx'],
    '/contacts': [signedIn, 'src/features/contacts/contacts-page.tsx'],
    '/ai-chatbot': [signedIn, 'src/features/chatbots/numbers-page.tsx'],
    '/sandbox': [signedIn, 'src/features/sandbox/sandbox-page.tsx'],
  },
  languages: { ms: ['src/shared/i18n/ms.json'] },
}

const packages = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)

/** Few files instead of many: each costs a round trip on a connection that is slow. */
const groups = [
  {
    name: 'core',
    priority: 3,
    test: packages(
      'react',
      'react-dom',
      'scheduler',
      'i18next',
      'react-i18next',
      'clsx',
      'tailwind-merge',
      'class-variance-authority',
      'use-sync-external-store',
    ),
  },
  {
    name: 'signed-in',
    priority: 2,
    test: packages('react-router', '@tanstack/query-core', '@tanstack/react-query', 'zod'),
  },
  { name: 'icons', priority: 1, minShareCount: 3, test: packages('lucide-react') },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadPages(pages)],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // Every asset stays a file of this origin: the CSP need not allow data: for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

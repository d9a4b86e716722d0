import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageFiles } from './build/page-files.ts'
import { type PreloadedPages, preloadPages } from './build/preload-pages.ts'

const server = 'http://127.0.0.1:3000'

const signedIn = 'src/app/signed-in-app.tsx'
const campaignForm = [
  'src/app/campaign-form-route.tsx',
  'src/features/campaigns/form/campaign-form-page.tsx',
]

/** The pages that people open most, or begin with. */
const pages: PreloadedPages = {
  anonymous: {
    '*': ['src/app/public-app.tsx'],
    '/register': ['src/app/public-app.tsx', 'src/app/register-route.tsx'],
  },
  signedIn: {
    '*': [signedIn],
    '/': [signedIn, 'src/app/dashboard/dashboard-page.tsx'],
    '/campaigns': [signedIn, 'src/features/campaigns/list/campaigns-page.tsx'],
    '/add-campaign': [signedIn, ...campaignForm],
    '/dashboard/add-campaign': [signedIn, ...campaignForm],
    '/scan-device': [signedIn, 'src/features/devices/scan-device-page.tsx'],
    '/contacts': [signedIn, 'src/features/contacts/contacts-page.tsx'],
    '/ai-chatbot': [signedIn, 'src/features/chatbots/numbers/numbers-page.tsx'],
    '/sandbox': [signedIn, 'src/app/sandbox-route.tsx'],
  },
  languages: Object.fromEntries(
    readdirSync(fileURLToPath(new URL('src/shared/i18n', import.meta.url)))
      .filter((file) => file.endsWith('.json') && file !== 'en.json')
      .map((file) => [file.replace('.json', ''), [`src/shared/i18n/${file}`]]),
  ),
}

const here = (module: string) => fileURLToPath(new URL(module, import.meta.url))

const groups = pageFiles({
  all: ['src/main.tsx', 'src/app/public-app.tsx'].map(here),
  opened: [here('src/shared/ui/menu-icon.tsx')],
  signedIn: [here(signedIn)],
  home: here('src/app/dashboard/dashboard-page.tsx'),
  kinds: {
    pages: [...new Set(Object.values(pages.signedIn).flat())]
      .filter((module) => module !== signedIn)
      .map(here),
    forms: [
      'src/features/campaigns/form/campaign-form-page.tsx',
      'src/features/chatbots/item-form/item-form-page.tsx',
    ].map(here),
  },
})

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

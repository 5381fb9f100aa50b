import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  /** Core's sources are read, so that the web app needs no build of core. */
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { manifest: true, target: 'es2023', chunkSizeWarningLimit: 600 },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});

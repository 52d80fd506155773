/** Stylesheets are imported for esbuild, which bundles them into dist/webview.css. */
declare module '*.css' {}

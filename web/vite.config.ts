import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { type ApiDocument, referenceOf } from "./app/features/developers/components/reference-model.ts";
import routes from "./app/routes.ts";
import { browserPages } from "./browser-pages.ts";
import { slimEndpoints } from "./slim-endpoints.ts";
import { splitContract } from "./split-contract.ts";

const api = `http://127.0.0.1:${process.env.API_PORT ?? 4401}`;

/** The API document in the form in which the reference shows it: worked out here, so that no reader loads the whole. */
function apiReference(): Plugin {
	const name = "virtual:api-reference";
	const file = new URL("../docs/api/openapi.json", import.meta.url);
	return {
		name: "api-reference",
		resolveId: (id) => (id === name ? `\0${name}` : undefined),
		load: async (id) => {
			if (id !== `\0${name}`) return undefined;
			const document = JSON.parse(await readFile(file, "utf8")) as ApiDocument;
			return `export default JSON.parse(${JSON.stringify(JSON.stringify(referenceOf(document)))});`;
		},
	};
}

export default defineConfig({
	plugins: [
		tailwindcss(),
		apiReference(),
		slimEndpoints(),
		splitContract(),
		browserPages(routes as RouteConfigEntry[], join(import.meta.dirname, "app")),
		reactRouter(),
	],
	// Workspace packages are TypeScript source: the server build has to compile them instead of importing them.
	ssr: { noExternal: [/^@timbre\//] },
	// Named, since they are found one by one otherwise and each find reloads the page of who is working.
	optimizeDeps: {
		include: [
			"@tanstack/react-query",
			"@tanstack/react-virtual",
			"class-variance-authority",
			"clsx",
			"lucide-react",
			"radix-ui",
			"react-hook-form",
			"tailwind-merge",
			"uqr",
			"zod",
		],
	},
	// No fonts or pictures inside the style sheet: the content security policy allows none.
	build: { assetsInlineLimit: 0 },
	environments: {
		// What the server renders in development is every page's code at once: without their maps the first page is there a second sooner.
		ssr: { dev: { sourcemap: false } },
		client: {
			build: {
				rolldownOptions: {
					// So that a schema which no form of the page uses is left out.
					treeshake: { manualPureFunctions: ["z", "endpoint"] },
					// What every page needs comes in one file instead of ten, each of which would cost a slow line a round trip.
					output: {
						codeSplitting: {
							groups: [{ name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// }],
						},
					},
				},
			},
		},
	},
	server: {
		host: process.env.HOST ?? "127.0.0.1",
		port: Number(process.env.PORT ?? 4400),
		strictPort: true,
		// A thousand files that nobody edits.
		watch: { ignored: ["**/web/build/**"] },
		// "/api" itself is a page.
		proxy: Object.fromEntries(
			["/v1", "/v2", "^/api/.", "/forms", "/ingest", "/health"].map((path) => [path, { target: api, ws: true }]),
		),
	},
});

import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { apiProxy } from "./api-proxy.ts";
import {
	type ApiDocument,
	buildDetails,
	buildReference,
	buildWebhookEvents,
} from "./app/features/developers/model/reference-model.ts";
import routes from "./app/routes.ts";
import { browserPages } from "./browser-pages.ts";
import { chunks } from "./chunks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

const api = `http://127.0.0.1:${process.env.API_PORT ?? 4401}`;

const root = join(import.meta.dirname, "..");
const dataDir = resolve(root, process.env.DATA_DIR ?? ".data");

/** Serves the API document to the reference page as an index and one module per area, loaded when it is opened. */
function apiReference(): Plugin {
	const name = "virtual:api-reference";
	const file = new URL("../docs/api/openapi.json", import.meta.url);
	const exported = (value: unknown) => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
	return {
		name: "api-reference",
		resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
		load: async (id) => {
			if (!id.startsWith(`\0${name}`)) return undefined;
			const document = JSON.parse(await readFile(file, "utf8")) as ApiDocument;
			const area = id.slice(name.length + 2);
			if (area === "webhook-events") return exported(buildWebhookEvents(document));
			if (area !== "" && area !== "details") return exported(buildDetails(document, area));
			const groups = buildReference(document);
			if (area === "") return exported(groups);
			const loaders = groups.map((group) => `"${group.area}": () => import("${name}/${group.area}")`);
			return `export default { ${loaders.join(", ")} };`;
		},
	};
}

export default defineConfig({
	plugins: [
		tailwindcss(),
		apiReference(),
		markdownBlocks(),
		browserPages(routes as RouteConfigEntry[], join(import.meta.dirname, "app")),
		reactRouter(),
		chunks(routes as RouteConfigEntry[], join(import.meta.dirname, "app")),
	],
	// Workspace packages are TypeScript source, so the server build must compile them.
	ssr: { noExternal: [/^@timbre\//] },
	// Listed, because otherwise Vite discovers them one by one and reloads the page each time.
	optimizeDeps: {
		include: [
			"@tanstack/react-query",
			"@tanstack/react-virtual",
			"class-variance-authority",
			"clsx",
			"fflate",
			"lucide-react",
			"radix-ui",
			"react-hook-form",
			"tailwind-merge",
			"uqr",
			"zod",
		],
	},
	// No inlined fonts or images: the content security policy forbids data: URLs.
	build: { assetsInlineLimit: 0 },
	environments: {
		// In development the server loads every page at once; without source maps the first page is a second faster.
		ssr: { dev: { sourcemap: false } },
		client: {
			build: {
				rolldownOptions: {
					// Drops schemas that no form on the page uses.
					treeshake: { manualPureFunctions: ["z"] },
				},
			},
		},
	},
	server: {
		host: process.env.HOST ?? "127.0.0.1",
		port: Number(process.env.PORT ?? 4400),
		strictPort: true,
		// Only what pages are made of. Without this list Vite serves the whole checkout, with its data and secrets.
		fs: {
			strict: true,
			allow: ["web", "packages/ui/src", "packages/contract/src", "node_modules"].map((path) =>
				realpathSync(join(root, path)),
			),
			deny: [
				...[".env", ".env.*", "*.{crt,pem,key,p12,pfx,cer,der}", ".npmrc", ".yarnrc.yml", "**/.git/**"],
				...["**/.data/**", "auth-secret", `${dataDir}/**`],
			],
		},
		// A thousand generated files.
		watch: { ignored: ["**/web/build/**", "**/web/dev-pages/**"] },
		...apiProxy(api),
	},
});

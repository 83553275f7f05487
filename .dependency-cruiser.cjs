// The import rules of docs/architecture.md. Tiers come from tools/areas.json. tools/boundaries.ts runs these rules and fails if it
// saw too few files.
const areas = require("./tools/areas.json");

const FEATURES = "^(server/src|web/app)/features";
const TEST = "\\.test\\.tsx?$";
const npm = (name) => `node_modules/${name}/`;

const ordered = ["platform", "library"];

/** What each area must not import: higher tiers, and in its own tier all areas, or only later ones if the tier is ordered. */
function tierRules() {
	const tiers = Object.entries(areas);
	return tiers.flatMap(([tier, members], level) => {
		const higher = tiers.slice(level + 1).flatMap(([, names]) => names);
		return members.map((area, position) => {
			const peers = ordered.includes(tier) ? members.slice(position + 1) : members.filter((name) => name !== area);
			return {
				name: `tier-${area}`,
				severity: "error",
				comment: `${area} (${tier}) may only use the public face of lower areas; use an outbox event to notify higher ones.`,
				// Tests may use any area.
				from: { path: `${FEATURES}/${area}/`, pathNot: TEST },
				to: { path: `${FEATURES}/(${[...peers, ...higher].join("|") || "none"})/` },
			};
		});
	});
}

const rules = [
	{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
	{
		name: "resolvable",
		severity: "error",
		comment: "Rules can't check an import that does not resolve.",
		from: { pathNot: ["^web/"] },
		to: { couldNotResolve: true },
	},
	{
		name: "only-public-face",
		severity: "error",
		comment: "Across areas only <area>.public.ts(x) may be imported.",
		from: { path: `${FEATURES}/([^/]+)/`, pathNot: TEST },
		to: { path: `${FEATURES}/`, pathNot: ["/features/$2/", "\\.public\\.tsx?$"] },
	},
	{
		name: "contract-is-a-leaf",
		severity: "error",
		from: { path: "^packages/contract/", pathNot: TEST },
		to: { pathNot: ["^packages/contract/", npm("zod")] },
	},
	{
		name: "browser-loads-no-endpoints",
		severity: "error",
		comment:
			"Endpoints carry every schema. Pages import paths, rules and the schemas of their forms, and endpoints only as types.",
		from: { path: "^web/app/", pathNot: TEST },
		to: {
			path: "^packages/contract/src/",
			pathNot: [
				"^packages/contract/src/[^/]+/(paths|rules)\\.ts$",
				"^packages/contract/src/[^/]+/[^/]+/(paths|rules)\\.ts$",
				"schemas\\.ts$",
				"^packages/contract/src/(errors|files|language|permissions|plans)\\.ts$",
			],
			dependencyTypesNot: ["type-only"],
		},
	},
	{
		name: "paths-and-rules-need-no-zod",
		severity: "error",
		comment: "They are part of every page.",
		from: {
			path: [
				"^packages/contract/src/([^/]+/(paths|rules)|errors|files|language|permissions|plans)\\.ts$",
				"^packages/contract/src/[^/]+/[^/]+/(paths|rules)\\.ts$",
			],
		},
		to: { path: [npm("zod"), "(endpoints?|schemas)\\.ts$"], dependencyTypesNot: ["type-only"] },
	},
	{
		name: "contract-tests-need-only-vitest",
		severity: "error",
		from: { path: `^packages/contract/.*${TEST}` },
		to: { path: "^(server|web|seed|e2e|packages/(?!contract/))" },
	},
	{
		name: "browser-never-imports-the-server",
		severity: "error",
		from: { path: "^(web|packages/(ui|embeds))/" },
		to: { path: "^(server|seed|packages/(db|engines))/" },
	},
	{
		name: "ui-knows-no-contract",
		severity: "error",
		comment: "ui only gets props: no areas, no contract, no app.",
		from: { path: "^packages/ui/" },
		to: { path: "^(web|packages/(contract|embeds))/" },
	},
	{
		name: "engines-and-db-import-nothing-of-ours",
		severity: "error",
		from: { path: "^packages/(engines|db)/" },
		to: { path: "^(server|web|seed|e2e|packages)/", pathNot: "^packages/$1/" },
	},
	{
		name: "server-never-imports-the-browser",
		severity: "error",
		from: { path: "^server/" },
		to: { path: "^(web|packages/(ui|embeds))/" },
	},
	{
		name: "core-imports-no-feature",
		severity: "error",
		from: { path: "^server/src/core/", pathNot: TEST },
		to: { path: "^server/src/features/" },
	},
	{
		name: "shell-and-lib-know-no-area-inside",
		severity: "error",
		comment: "web/app/lib knows no area at all; the shell may use an area's public face.",
		from: { path: "^web/app/(lib|shell)/" },
		to: { path: "^web/app/features/", pathNot: "\\.public\\.tsx?$" },
	},
	{
		name: "queries-know-no-component",
		severity: "error",
		comment: "Queries fetch; what shows their data imports them.",
		from: { path: "^web/app/features/.*\\.queries\\.ts$" },
		to: { path: ["^web/app/features/.*/components/", "^web/app/(features|shell)/.*\\.tsx$"] },
	},
	{
		name: "model-knows-no-component-or-query",
		severity: "error",
		comment: "A model takes its data as arguments, so it can be tested without a page or a server.",
		from: { path: "^web/app/features/.*/model/", pathNot: TEST },
		to: {
			path: [
				"^web/app/features/.*/components/",
				"^web/app/features/.*\\.queries\\.ts$",
				"^web/app/(features|shell)/.*\\.tsx$",
			],
		},
	},
	{
		name: "only-repos-build-sql",
		severity: "error",
		comment: "Kysely types are fine anywhere in the server; queries belong in *.repo.ts.",
		from: { path: "^server/src/", pathNot: ["\\.repo\\.ts$", "^server/src/(core|testing)/", TEST] },
		to: { path: npm("kysely"), dependencyTypesNot: ["type-only"] },
	},
	{
		name: "repos-stay-inside-their-area",
		severity: "error",
		comment: "Routes, sockets and presenters access the database through the service.",
		from: { path: "\\.(routes|socket|present)\\.ts$" },
		to: { path: "\\.repo\\.ts$", dependencyTypesNot: ["type-only"] },
	},
	{
		name: "pure-logic",
		severity: "error",
		comment: "A file without a role in its name computes; it reads no database and knows no HTTP. Types are fine.",
		from: { path: "^server/src/features/.+/[^/.]+\\.ts$" },
		to: {
			path: [
				"\\.(routes|socket|service|repo|workflow)\\.ts$",
				"^server/src/core/(http|storage|events|mail)/",
				"^packages/db/",
				npm("(kysely|pg|fastify)"),
			],
			dependencyTypesNot: ["type-only"],
		},
	},
	{
		name: "only-storage-knows-s3",
		severity: "error",
		from: {
			path: "^(server|packages|seed|web)/",
			pathNot: ["^server/src/core/storage/storage[a-z0-9.-]*\\.ts$", TEST],
		},
		to: { path: npm("@aws-sdk") },
	},
	{
		name: "only-workflow-core-knows-restate",
		severity: "error",
		comment: "Workflows import core/workflow.ts, so Restate can be replaced.",
		from: {
			path: "^(server|packages|seed|web)/",
			pathNot: ["^server/src/core/(workflow|events/outbox)[a-z0-9.-]*\\.ts$"],
		},
		to: { path: npm("@restatedev") },
	},
	{
		name: "only-engine-providers-start-programs",
		severity: "error",
		from: { path: "^(server/src|packages)/", pathNot: ["^packages/engines/src/(.*/providers|confined)/", TEST] },
		to: { path: "^(node:)?child_process$" },
	},
	{
		name: "nothing-ships-tools",
		severity: "error",
		from: { path: "^(server|web|packages)/", pathNot: [TEST, "\\.config\\.ts$"] },
		to: { path: "^(tools|e2e)/" },
	},
];

module.exports = {
	forbidden: [...rules, ...tierRules()],
	options: {
		parser: "swc",
		// Type-only imports count too.
		tsPreCompilationDeps: true,
		doNotFollow: { path: "node_modules" },
		exclude: { path: "(^|/)(build|\\.react-router|\\.data)/" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["import", "node", "default"],
			extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
		},
	},
};

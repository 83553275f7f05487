// Every file that lists areas, with the line to add.
import { addImport, appendTo, insertAfterLast, insertBefore } from "./edit.ts";
import { namesOf } from "./names.ts";

type Registration = { file: string; edit(text: string): string };

export function registrationsOf(name: string): Registration[] {
	const { area, camel, title } = namesOf(name);
	return [
		{
			file: "packages/contract/src/all-endpoints.ts",
			edit: (text) =>
				appendTo(
					addImport(text, `import { ${camel}Endpoints } from "./${area}/endpoints.ts";`),
					"export const endpointsByArea",
					`"${area}": ${camel}Endpoints,`,
				),
		},
		{
			file: "packages/contract/src/endpoints-by-id.ts",
			edit: (text) =>
				addImport(
					addImport(text, `import type { ${camel}Endpoints } from "./${area}/endpoints.ts";`),
					`import type { ${camel}Paths } from "./${area}/paths.ts";`,
				).replace(
					"type EndpointsById = ",
					(start) => `${start}ById<typeof ${camel}Paths, typeof ${camel}Endpoints> & `,
				),
		},
		{
			file: "server/src/api.ts",
			edit: (text) =>
				insertBefore(
					addImport(text, `import { ${camel}Routes } from "./features/${area}/${area}.routes.ts";`),
					"if (config.WEB_BUILD_DIR",
					`${camel}Routes(http, db);`,
				),
		},
		{
			file: "web/app/shell/navigation/app-routes.ts",
			// A planned page becomes a built one.
			edit: (text) =>
				insertAfterLast(
					text.replace(new RegExp(`^\\tcoming\\("/${area}", .*\\n`, "m"), ""),
					'built("',
					`built("/${area}", "${title}"),`,
				),
		},
		{
			file: "web/app/shell/app/coming-texts.ts",
			edit: (text) => text.replace(new RegExp(`^\\t"?${area}"?: \\[[^\\]]*\\],\\n`, "m"), ""),
		},
		{
			file: "web/app/routes.ts",
			edit: (text) =>
				insertBefore(text, "...comingRoutes,", `appPage("${area}", "features/${area}/${area}.page.tsx"),`),
		},
		{
			file: "web/app/shell/navigation/navigation-items.ts",
			edit: (text) =>
				appendTo(
					/^\tBox,$/m.test(text) ? text : insertBefore(text, '} from "lucide-react";', "\tBox,"),
					"items: [",
					`{ to: "/app/${area}", label: "${title}", icon: Box },`,
					'title: "Create"',
				),
		},
		{
			file: "web/app/features/developers/model/reference-model.ts",
			edit: (text) => appendTo(text, "const groupNames", `"${area}": "${title}",`),
		},
		{
			file: "e2e/site/routes.ts",
			edit: (text) => appendTo(text, "export const emptyAppPaths", `"/app/${area}",`),
		},
		{
			file: "e2e/site/world.ts",
			edit: (text) =>
				appendTo(
					text,
					"async function fillWorkspace(",
					`await make("/v1/${area}", { name: "A name that is longer than a line of the list has room for on a phone" });`,
				),
		},
	];
}

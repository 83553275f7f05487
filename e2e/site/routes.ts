// All pages to check. Public and app pages come from the product's own lists.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { sitePaths } from "../../web/app/features/marketing/model/site-paths.ts";
import routeConfig from "../../web/app/routes.ts";
import { appPages } from "../../web/app/shell/navigation/app-routes.ts";

const routes = await routeConfig;

export const publicPaths: readonly string[] = sitePaths.map(({ path }) => path);

/** Public pages that are not in the sitemap. Names in braces are filled in from the prepared world. */
export const unlistedPaths: readonly string[] = [
	"/app/sign-in",
	"/app/sign-up",
	"/app/verify-email?code=AAAAAAAAAAAAAAAAAAAAAAAA",
	"/app/reset-password",
	"/app/reset-password?code=AAAAAAAAAAAAAAAAAAAAAAAA",
	"/app/change-email?code=123456",
	"/app/account-deleted",
	"/app/invite?code=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	"/unsubscribe",
	"/profiles/{profile}",
	"/profiles/embed/{profile}",
	"/profiles/nobody",
	"/share/{share}",
	"/share/AAAAAAAAAAAAAAAAAAAAAAAA",
	"/consent",
	"/consent#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	"/review",
	"/review#{review}",
	"/no-such-page",
	"/dev/ui",
	"/dev/mails",
];

/** App pages that differ by query or parameter. */
const parameterizedPaths = [
	"/app/voice-lab/design?voice={voice}",
	"/app/voice-lab/clone?voice={recorded}",
	"/app/voice-lab/share/nobody/nothing",
	"/app/voice-verification?voice={recorded}",
	"/app/professional-voice-cloning?voice={professional}",
	"/app/voice-lab/collections?collection={collection}",
	"/app/voice-library?search=calm+british+man",
	"/app/voice-library?search=nothing-is-called-so",
];

export const appPaths: readonly string[] = [
	...appPages.map(({ path }) =>
		path
			.replace(":dictionaryId", "{dictionary}")
			.replace(":transcriptId", "{transcript}")
			.replace(":projectId", "{project}")
			.replace(":importId", "{import}")
			.replace(":revisionId", "{revision}")
			.replace(":voiceoverId", "{voiceover}")
			.replace("share/:ownerId/:voiceId", "share/{voiceShare}")
			.replaceAll(/:\w+/g, "example"),
	),
	...parameterizedPaths,
];

/** App pages with the user's own content, checked with a full and a new account. */
export const emptyAppPaths: readonly string[] = [
	"/app/home",
	"/app/onboarding",
	"/app/speech-synthesis/text-to-speech",
	"/app/speech-synthesis/text-to-speech/history",
	"/app/speech-synthesis/speech-to-speech",
	"/app/speech-synthesis/speech-to-speech/history",
	"/app/speech-synthesis/pronunciation",
	"/app/speech-to-text",
	"/app/voice-isolator",
	"/app/studio",
	"/app/voiceover-studio",
	"/app/voice-lab",
	"/app/voice-lab/collections",
	"/app/workspace-voices",
	"/app/voice-lab/clone",
	"/app/voice-verification",
	"/app/professional-voice-cloning",
	"/app/usage",
	"/app/usage/workspace",
	"/app/settings/api-keys",
	"/app/settings/webhooks",
	"/app/workspace/members",
	"/app/workspace/groups",
	"/app/workspace/service-accounts",
	"/app/workspace/security",
];

/** Language and accent landing pages share a module but differ in content, and Arabic is right-to-left. */
const kindOf = (path: string) =>
	path.endsWith("-accent") ? "accent" : /^\/(text-to-speech|languages)\/arabic$/.test(path) ? "right to left" : "";

/** The page's module and the kind of its content. */
function templateOf(path: string): string {
	const [plain = ""] = path.split("?");
	const address = plain.replaceAll(/\{\w+\}/g, "example");
	const file = matchRoutes(routeObjects(routes), address)?.at(-1)?.route.id ?? "";
	return `${file} ${kindOf(plain)}`;
}

function routeObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
	return entries.map(({ file, path, index, children }) =>
		index ? { id: file, index } : { id: file, path, children: children && routeObjects(children) },
	);
}

const firsts = new Map<string, string>();
for (const path of [...publicPaths, ...appPaths]) {
	// Pages with a query count separately, even if they share a module.
	const template = path.includes("?") ? path : templateOf(path);
	if (!firsts.has(template)) firsts.set(template, path);
}
const firstPaths = new Set(firsts.values());

/** Whether a page is the first of its template. */
export const isFirstOfTemplate = (path: string): boolean => firstPaths.has(path);

/** The pages that are measured: home, pricing, a product, a language, an accent. */
export const measuredPaths = [
	"/",
	"/pricing",
	"/text-to-speech",
	"/text-to-speech/german",
	"/text-to-speech/british-accent",
];

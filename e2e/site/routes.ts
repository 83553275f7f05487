// The pages that every check walks. Public ones and those of the app come from the lists the product itself uses.
import { sitePaths } from "../../web/app/features/marketing/site-paths.ts";
import { appPages } from "../../web/app/shell/app-routes.ts";

export const publicPaths: readonly string[] = sitePaths.map(({ path }) => path);

/** Public, but about a person, a generation or an error: not in the sitemap. Names in braces are filled in by the prepared world. */
export const unlistedPaths: readonly string[] = [
	"/app/sign-in",
	"/app/sign-up",
	"/app/verify-email?code=AAAAAAAAAAAAAAAAAAAAAAAA",
	"/app/reset-password",
	"/app/reset-password?code=AAAAAAAAAAAAAAAAAAAAAAAA",
	"/app/change-email?code=123456",
	"/app/invite?code=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	"/unsubscribe",
	"/profiles/{profile}",
	"/profiles/embed/{profile}",
	"/profiles/nobody",
	"/share/{share}",
	"/share/AAAAAAAAAAAAAAAAAAAAAAAA",
	"/no-such-page",
	"/dev/ui",
	"/dev/mails",
];

export const appPaths: readonly string[] = appPages.map(({ path }) =>
	path.replace(":dictionaryId", "{dictionary}").replaceAll(/:\w+/g, "example"),
);

/** Those of the app whose content is a person's own: seen once with much in them, once by somebody who has just come. */
export const emptyAppPaths: readonly string[] = [
	"/app/home",
	"/app/onboarding",
	"/app/speech-synthesis/text-to-speech",
	"/app/speech-synthesis/text-to-speech/history",
	"/app/speech-synthesis/pronunciation",
	"/app/usage",
	"/app/usage/workspace",
	"/app/settings/api-keys",
	"/app/settings/webhooks",
	"/app/workspace/members",
	"/app/workspace/groups",
	"/app/workspace/service-accounts",
	"/app/workspace/security",
];

/** The five whose speed is measured: home, prices, a product, a language, an accent. */
export const measuredPaths = [
	"/",
	"/pricing",
	"/text-to-speech",
	"/text-to-speech/german",
	"/text-to-speech/british-accent",
];

import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { movedPaths } from "./shell/app/moved-paths.ts";
import { appPages, appRouteId, settingsModules } from "./shell/navigation/app-routes.ts";

// A route's id is its path. Derived from files, ids would be longer, and every page loads the list of all routes.
const page = (path: string, file: string) => route(path, file, { id: path });
const appPage = (path: string, file: string) => route(path, file, { id: `/app/${path}` });
const withoutApp = (path: string) => path.slice("/app/".length);

/** All planned pages share one screen; the route id tells the screen what to show. */
const comingRoutes = appPages
	.filter(({ path, state }) => state === "coming" && !(path in settingsModules))
	.map(({ path }) => appPage(withoutApp(path), "shell/app/coming.page.tsx"));

const settingsRoutes = Object.entries(settingsModules).map(([path, module]) => {
	const built = appPages.some((known) => known.path === path && known.state === "built");
	return appPage(withoutApp(path), built ? module : "shell/app/coming.page.tsx");
});

/** Product pages that share one module and differ only in text. */
const productPaths = [
	"speech-to-text",
	"voice-cloning",
	"voice-changer",
	"voice-isolator",
	"dubbing",
	"sound-effects",
	"ai-sound-effects-for-sora",
	"studio",
	"text-reader",
	"elevenstudios",
];

/** Production builds have no development pages, except the build for end-to-end tests. */
const hasDevPages = process.env.NODE_ENV !== "production" || process.env.DEV_PAGES === "true";

export default [
	layout("features/marketing/site.layout.tsx", { id: "site" }, [
		index("features/marketing/marketing.page.tsx"),
		...productPaths.map((path) => page(path, "features/marketing/products/product.page.tsx")),
		page("text-to-speech", "features/marketing/products/text-to-speech.page.tsx"),
		page("api", "features/marketing/products/api.page.tsx"),
		page("api-reference", "features/marketing/products/api-reference.page.tsx"),
		page("roadmap", "features/marketing/products/roadmap.page.tsx"),
		page("docs", "features/marketing/docs/docs.page.tsx"),
		page("docs/:guide", "features/marketing/docs/guide.page.tsx"),
		page("pricing", "features/marketing/products/pricing.page.tsx"),
		page("enterprise", "features/marketing/products/enterprise.page.tsx"),
		page("about", "features/marketing/company/about.page.tsx"),
		page("use-cases", "features/marketing/products/use-cases.page.tsx"),
		page("use-cases/:useCase", "features/marketing/products/use-case.page.tsx"),
		// Content pages.
		page("blog", "features/marketing/articles/blog.page.tsx"),
		page("blog/:slug", "features/marketing/articles/blog-article.page.tsx"),
		page("customers", "features/marketing/articles/customers.page.tsx"),
		page("customers/:slug", "features/marketing/articles/customers-example.page.tsx"),
		page("showcase", "features/marketing/showcase/showcase.page.tsx"),
		page("voice-library", "features/marketing/library/library.page.tsx"),
		page("voice-guide", "features/marketing/articles/voice-guide.page.tsx"),
		...["use-policy", "terms-of-use-eu", "vla", "vlaeu", "affiliates/terms", "privacy"].map((path) =>
			page(path, "features/marketing/trust/legal.page.tsx"),
		),
		page("privacy-choices", "features/marketing/trust/privacy-choices.page.tsx"),
		page("unsubscribe", "features/privacy/unsubscribe.page.tsx"),
		page("careers", "features/marketing/company/careers.page.tsx"),
		page("contact-legal", "features/marketing/company/contact-legal.page.tsx"),
		page("contact-sales", "features/marketing/company/contact-sales.page.tsx"),
		page("grants", "features/marketing/company/grants.page.tsx"),
		page("grants-application", "features/marketing/company/grants-application.page.tsx"),
		page("affiliates", "features/marketing/company/affiliates.page.tsx"),
		page("affiliate-partner-guide", "features/marketing/articles/affiliates-guide.page.tsx"),
		page("payouts", "features/marketing/company/payouts.page.tsx"),
		page("voice-data-partnerships", "features/marketing/company/voice-data.page.tsx"),
		page("voice-data-partnerships/apply", "features/marketing/company/voice-data-apply.page.tsx"),
		page("safety", "features/marketing/trust/safety.page.tsx"),
		page("ai-speech-classifier", "features/marketing/trust/classifier.page.tsx"),
		page("profiles/:name", "features/marketing/profiles/profile.page.tsx"),
		// Languages and accents.
		page("text-to-speech/:slug", "features/marketing/landing/landing.page.tsx"),
		page("languages", "features/marketing/landing/languages.page.tsx"),
		page("languages/:language", "features/marketing/landing/language.page.tsx"),
	]),
	page("blog/rss.xml", "features/marketing/articles/blog-feed.page.ts"),
	page("profiles/embed/:name", "features/marketing/profiles/profile-embed.page.tsx"),
	layout("shell/app/providers.layout.tsx", { id: "providers" }, [
		layout("features/auth/auth.layout.tsx", { id: "auth" }, [
			page("app/sign-in", "features/auth/sign-in.page.tsx"),
			page("app/sign-up", "features/auth/sign-up.page.tsx"),
		]),
		layout("features/auth/mail-link.layout.tsx", { id: "mail-link" }, [
			page("app/verify-email", "features/auth/verify-email.page.tsx"),
			page("app/reset-password", "features/auth/reset-password.page.tsx"),
			page("app/change-email", "features/auth/change-email.page.tsx"),
			page("app/invite", "features/workspace/members/invite.page.tsx"),
			page("app/account-deleted", "features/privacy/account-deleted.page.tsx"),
		]),
		route("app", "shell/app/app.layout.tsx", { id: appRouteId }, [
			layout("shell/app/app-page.layout.tsx", { id: "app-page" }, [
				index("shell/app/app-index.page.tsx"),
				appPage("home", "shell/home/home.page.tsx"),
				appPage("speech-synthesis", "features/speech/speech.page.tsx"),
				layout("features/onboarding/tour.layout.tsx", { id: "tour" }, [
					appPage("speech-synthesis/text-to-speech", "features/speech/speech.page.tsx"),
				]),
				appPage("onboarding", "features/onboarding/onboarding.page.tsx"),
				appPage("onboarding/next", "features/onboarding/next.page.tsx"),
				appPage("onboarding-checklist", "features/onboarding/checklist.page.tsx"),
				appPage("speech-synthesis/text-to-speech/history", "features/history/history.page.tsx"),
				appPage("speech-synthesis/text-to-dialogue", "features/speech/dialogue/dialogue.page.tsx"),
				appPage("speech-synthesis/speech-to-speech", "features/voice-changer/voice-changer.page.tsx"),
				appPage("speech-synthesis/speech-to-speech/history", "features/history/conversions.page.tsx"),
				appPage("speech-synthesis/history", "features/history/history-moved.page.tsx"),
				appPage("speech-synthesis/pronunciation", "features/pronunciation/pronunciation.page.tsx"),
				appPage("speech-synthesis/pronunciation/:dictionaryId", "features/pronunciation/dictionary.page.tsx"),
				appPage("speech-to-text", "features/transcription/transcription.page.tsx"),
				appPage("speech-to-text/live", "features/transcription/live/live.page.tsx"),
				appPage("speech-to-text/:transcriptId", "features/transcription/editor/transcript.page.tsx"),
				appPage("voices", "features/voices/own/voices.page.tsx"),
				appPage("voice-lab", "features/voices/own/lab.page.tsx"),
				appPage("voice-lab/collections", "features/voices/collections/lab-collections.page.tsx"),
				appPage("voice-lab/design", "features/voice-making/design/design.page.tsx"),
				appPage("voice-lab/clone", "features/voice-making/cloning/clone.page.tsx"),
				appPage("voice-lab/share/:ownerId/:voiceId", "features/voice-library/sharing/share.page.tsx"),
				appPage("professional-voice-cloning", "features/voice-making/professional/professional.page.tsx"),
				appPage("voice-verification", "features/voice-making/verification.page.tsx"),
				appPage("workspace-voices", "features/voices/own/workspace-voices.page.tsx"),
				appPage("default-voices", "features/voices/own/default-voices.page.tsx"),
				appPage("voice-library", "features/voice-library/library.page.tsx"),
				appPage("voice-library/collections", "features/voice-library/library-collections.page.tsx"),
				appPage("usage", "features/usage/usage.page.tsx"),
				appPage("usage/workspace", "features/usage/usage-workspace.page.tsx"),
				layout("shell/settings/settings.layout.tsx", { id: "settings" }, settingsRoutes),
				appPage("profiles", "features/profiles/profiles.page.tsx"),
				appPage("ai-classifier", "features/safety/classifier.page.tsx"),
				appPage("eleven", "features/developers/drop-in.page.tsx"),
				appPage("developers/requests", "features/developers/requests.page.tsx"),
				appPage("developers/reference", "features/developers/reference.page.tsx"),
				appPage("voice-isolator", "features/isolator/isolator.page.tsx"),
				appPage("studio", "features/studio/studio.page.tsx"),
				appPage("studio/imports/:importId", "features/studio/imports/import.page.tsx"),
				appPage("studio/:projectId", "features/studio/project.page.tsx"),
				appPage("studio/:projectId/cast", "features/studio/cast/cast.page.tsx"),
				appPage("studio/:projectId/export", "features/studio/exports/export.page.tsx"),
				appPage("studio/:projectId/revisions/:revisionId", "features/studio/revisions/revision.page.tsx"),
				appPage("studio/:projectId/misread", "features/studio/takes/misread.page.tsx"),
				appPage("voiceover-studio", "features/voiceover/voiceovers.page.tsx"),
				appPage("voiceover-studio/:voiceoverId", "features/voiceover/voiceover.page.tsx"),
				...comingRoutes,
				route("*", "shell/app/app-not-found.page.tsx"),
			]),
		]),
		page("share/:shareId", "features/history/share.page.tsx"),
		page("consent", "features/voice-making/consent/consent.page.tsx"),
		page("review", "features/studio/guest/review.page.tsx"),
		...(hasDevPages ? [page("dev/ui", "dev/ui.page.tsx"), page("dev/mails", "dev/emails.page.tsx")] : []),
	]),
	...Object.keys(movedPaths).map((path) => route(path, "shell/app/moved.page.tsx", { id: `moved${path}` })),
	route("*", "shell/app/not-found.page.tsx"),
] satisfies RouteConfig;

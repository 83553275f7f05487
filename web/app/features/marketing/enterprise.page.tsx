import { contentMeta } from "./components/content-meta.ts";
import { ContentPage } from "./components/content-page.tsx";
import type { PageContent } from "./content/page-content.ts";

const page: PageContent = {
	path: "/enterprise",
	name: "Organisations",
	title: "Text to speech for organisations",
	description:
		"Speech on machines you control: no text leaves your network, teams with single sign-on and an audit log, durable work, metrics. What is planned is marked.",
	headline: "Speech that stays inside",
	lead: "Some texts may not leave the house: files, letters, unpublished work. Timbre runs on your own machines, without a call to anybody else.",
	actions: [
		{ to: "/contact-sales", label: "Write to us" },
		{ to: "/safety", label: "Safety" },
	],
	parts: [
		{
			kind: "features",
			id: "today",
			title: "What there is",
			items: [
				{
					title: "Nothing is sent home",
					text: "No telemetry, no licence server. Models are fetched once, checked by their hash, and can be carried in by hand.",
				},
				{
					title: "Ordinary parts",
					text: "PostgreSQL, an S3 store, a durable engine, Node. One image and one compose file, or two commands on one machine.",
				},
				{
					title: "More machines, more speech",
					text: "The API holds no state. Speech nodes are added where speech is slow; visitors' trials never go before paying work.",
				},
				{
					title: "Work that survives",
					text: "Credits are reserved before the first byte and settled by what was delivered, also when a process is killed in between. It is tested by killing them.",
				},
				{
					title: "Teams",
					text: "Admins and editors, invitations one by one or in bulk, groups with permissions, service accounts, limits for each member, resources shared with whom you choose.",
				},
				{
					title: "Single sign-on",
					text: "OIDC and SAML for domains you have proven by a DNS record, on trial and enterprise workspaces. A workspace can end sessions in which nothing happens.",
				},
				{
					title: "Audit log",
					text: "Every administrative act with who, what and when, on the workspace's security page and over the API.",
				},
				{
					title: "Access",
					text: "API keys with permissions, networks and a credit limit. Each endpoint has the permission it needs, and a test for each that it refuses without.",
				},
				{
					title: "Watching it",
					text: "Health and Prometheus metrics on every process, a request id in every error.",
				},
			],
		},
		{
			kind: "features",
			id: "planned",
			title: "What is planned",
			lead: "Ask before you rely on any of these.",
			items: [
				{
					title: "Payment",
					text: "Plans that people can buy. Today the operator sets a workspace's plan.",
					status: "planned",
				},
				{
					title: "Support contracts",
					text: "There is no company behind this page that sells support. The operator of a server may offer it.",
					status: "planned",
				},
			],
		},
		{
			kind: "code",
			id: "start",
			title: "Try it on one machine",
			lead: "Then on three: the compose file starts the same programs beside PostgreSQL, Restate and an S3 store.",
			caption: "On any Linux or macOS machine",
			code: "npm install\nnpm start",
			prompt: true,
		},
	],
	faq: [
		{
			question: "Which licence is it under?",
			answer:
				"The product is under the AGPL 3.0 or later; the contract package that clients use is under MIT. Models and libraries keep their own licences. Restate's server, which the install brings, is under the Business Source License.",
		},
		{
			question: "What does it need?",
			answer:
				"About 3 GB of disk and 4 GB of memory on one machine, and no graphics card. How many speech nodes you need is generations a second times seconds of sound times the engine's real-time factor, which the benches measure on your hardware.",
		},
		{
			question: "Was the container image tested?",
			answer:
				"The compose file is checked; the image is not built in the project's own CI, which has no container engine.",
		},
	],
	end: {
		title: "Questions that are not answered here",
		text: "Write to whoever runs this server.",
		to: "/contact-sales",
		label: "Contact",
	},
};

export const meta = () => contentMeta(page);

export default function EnterprisePage() {
	return <ContentPage page={page} />;
}

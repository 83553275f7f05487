import { ContentPage } from "../components/content-page.tsx";
import { contentMeta } from "../model/content-meta.ts";
import type { PageContent } from "../model/page-content.ts";

const page: PageContent = {
	path: "/enterprise",
	name: "Enterprise",
	title: "Text to speech for organizations",
	description:
		"Text to speech on servers you control: no text leaves your network, with teams, single sign-on, an audit log, durable jobs and metrics.",
	headline: "Text to speech inside your own network",
	lead: "Some text must not leave your organization. Timbre runs entirely on your own servers and makes no calls to third parties.",
	actions: [
		{ to: "/contact-sales", label: "Contact us" },
		{ to: "/safety", label: "Safety" },
	],
	parts: [
		{
			kind: "features",
			id: "today",
			title: "What you get",
			items: [
				{
					title: "No telemetry",
					text: "No usage reporting and no license server. Models are downloaded once, verified by hash, and can be copied in by hand.",
				},
				{
					title: "Standard components",
					text: "PostgreSQL, S3-compatible storage, Restate and Node. One image and one compose file, or two commands on a single machine.",
				},
				{
					title: "Scales horizontally",
					text: "The API is stateless. Add speech nodes for more throughput. Anonymous demo requests never take priority over customers.",
				},
				{
					title: "Survives crashes",
					text: "Credits are reserved before the first byte and settled by what was delivered, even if a process is killed in between. Our tests kill processes to prove it.",
				},
				{
					title: "Teams",
					text: "Admins and editors, individual and bulk invites, groups with permissions, service accounts, per-member limits, and resource sharing.",
				},
				{
					title: "Single sign-on",
					text: "OIDC and SAML for domains you verify with a DNS record, on Trial and Enterprise workspaces. Workspaces can set a session inactivity timeout.",
				},
				{
					title: "Audit log",
					text: "Every administrative action with who, what and when, on the workspace's security page and over the API.",
				},
				{
					title: "Access control",
					text: "API keys with permissions, IP allowlists and credit limits. Every endpoint requires a permission, and a test proves it is denied without it.",
				},
				{
					title: "Observability",
					text: "Health checks and Prometheus metrics on every process, and a request id in every error.",
				},
			],
		},
		{
			kind: "features",
			id: "planned",
			title: "What is planned",
			lead: "Not available yet. Contact us before you rely on any of these.",
			items: [
				{
					title: "Payments",
					text: "Plans that customers can buy online. Today the operator sets each workspace's plan.",
					status: "planned",
				},
				{
					title: "Support contracts",
					text: "No company sells support for Timbre today. The operator of a server may offer it.",
					status: "planned",
				},
			],
		},
		{
			kind: "code",
			id: "start",
			title: "Try it on one machine",
			lead: "To run on several machines, use the compose file: it starts the same services with PostgreSQL, Restate and S3 storage.",
			caption: "On any Linux or macOS machine",
			code: "npm install\nnpm start",
			prompt: true,
		},
	],
	faq: [
		{
			question: "What is the license?",
			answer:
				"The product is AGPL 3.0 or later; the contract package that clients use is MIT. Models and libraries keep their own licenses. The bundled Restate server is under the Business Source License.",
		},
		{
			question: "What hardware does it need?",
			answer:
				"About 3 GB of disk and 6 GB of memory on one machine, and no GPU. To size speech nodes, multiply generations per second by seconds of audio by the engine's real-time factor, which the benchmarks measure on your hardware.",
		},
		{
			question: "Is the container image tested?",
			answer:
				"The compose file is validated. The image itself is not built in the project's CI, which has no container runtime.",
		},
	],
	end: {
		title: "More questions?",
		text: "Contact the operator of this server.",
		to: "/contact-sales",
		label: "Contact us",
	},
};

export const meta = () => contentMeta(page);

export default function EnterprisePage() {
	return <ContentPage page={page} />;
}

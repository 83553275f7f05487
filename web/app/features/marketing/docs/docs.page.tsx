import { Link } from "react-router";
import { Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { guidePath, guides } from "./content/guides.ts";

export const meta = () =>
	siteMeta({
		title: "Documentation",
		description:
			"Guides for Timbre: quick start, streaming, timestamps, pronunciation, voice cloning, webhooks, self-hosting and migration from ElevenLabs.",
		path: "/docs",
	});

const groups = [...new Set(guides.map(({ group }) => group))];

const more = [
	{
		to: "/api-reference",
		title: "API reference",
		description: "Every endpoint, with a form to try it on this server.",
	},
	{ to: "/voice-guide", title: "Voice guide", description: "How to choose a voice, and what each setting does." },
	{ to: "/api", title: "API overview", description: "What is compatible with the ElevenLabs API, and what differs." },
];

export default function DocsPage() {
	return (
		<>
			<Hero
				title="Documentation"
				lead="Short guides with code that runs as it is. Start with the quick start; it takes five minutes."
			/>
			{groups.map((group) => (
				<Section key={group} id={group.toLowerCase()} title={group}>
					<Cards
						items={guides
							.filter((guide) => guide.group === group)
							.map(({ slug, title, description }) => ({ to: guidePath(slug), title, description }))}
					/>
				</Section>
			))}
			<Section id="reference" title="Reference">
				<Cards items={more} />
			</Section>
		</>
	);
}

function Cards({ items }: { items: { to: string; title: string; description: string }[] }) {
	return (
		<ul className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
			{items.map(({ to, title, description }) => (
				<li key={to} className="border-ink border-t pt-4">
					<h3 className="font-medium">
						<Link to={to} className="underline decoration-control underline-offset-4 hover:decoration-ink">
							{title}
						</Link>
					</h3>
					<p className="mt-2 text-[15px] text-muted leading-6">{description}</p>
				</li>
			))}
		</ul>
	);
}

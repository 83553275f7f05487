import { Link, useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "./components/blocks.tsx";
import { accentLinks, languageRows, otherLanguages } from "./landing/language-data.ts";
import { siteMeta } from "./marketing.meta.ts";

export function loader() {
	return { rows: languageRows(), accents: accentLinks(), others: otherLanguages() };
}

export const meta = () =>
	siteMeta({
		title: "Languages",
		description:
			"All languages Timbre speaks, with what each one has: natural voices for eight, fast ones for English, and a basic robotic voice for the rest.",
		path: "/languages",
	});

type Row = ReturnType<typeof languageRows>[number];

export default function LanguagesPage() {
	const { rows, accents, others } = useLoaderData<typeof loader>();
	const natural = rows.filter((row) => row.natural > 0);
	const basic = rows.filter((row) => row.natural === 0);
	return (
		<>
			<Hero
				eyebrow="Languages"
				title="Twenty-nine languages, told apart by how they sound"
				lead="Eight have natural voices. The others have a basic voice that a machine computes from rules: clear, quick, and unmistakably a machine. Each page says which, and what it gets wrong."
			/>
			<Section
				id="natural"
				title="With natural voices"
				lead="Spoken by models that learned from people and run on an ordinary processor."
			>
				<Languages rows={natural} />
			</Section>
			<Section
				id="basic"
				title="With a basic voice"
				lead="Spoken by espeak-ng. Good for announcements, reading aids and drafts; not for an audiobook."
			>
				<Languages rows={basic} />
				<p className="mt-8 text-[15px] text-muted leading-6">
					{others.join(", ")} can be spoken too, with a basic voice each, but have no page of their own.
				</p>
			</Section>
			<Section
				id="accents"
				title="Accents"
				lead="Few accents have a voice of their own. These pages say which do, and what comes nearest where there is none."
			>
				<ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
					{accents.map(({ to, name, lang }) => (
						<li key={to}>
							<Link
								to={to}
								lang={lang}
								className="block py-1.5 underline decoration-transparent underline-offset-4 hover:decoration-control"
							>
								{name}
							</Link>
						</li>
					))}
				</ul>
			</Section>
			<CallToAction
				title="Hear one now"
				text="Every language has a page in that language with a box to type in."
				to="/text-to-speech/english"
				label="Type and hear"
			/>
		</>
	);
}

function Languages({ rows }: { rows: Row[] }) {
	return (
		<ul className="border-line border-t">
			{rows.map(({ slug, lang, english, own, natural, fast, basic, engines }) => (
				<li
					key={slug}
					className="grid gap-x-6 gap-y-1 border-line border-b py-4 sm:grid-cols-[minmax(0,8rem)_minmax(0,1fr)_minmax(0,9rem)] sm:items-baseline"
				>
					<h3 className="font-medium">
						<Link
							to={`/languages/${slug}`}
							className="underline decoration-control underline-offset-4 hover:decoration-ink"
						>
							{english}
						</Link>
					</h3>
					<p className="text-[15px] text-muted leading-6">
						{[natural && `${natural} natural`, fast && `${fast} fast`, basic && `${basic} basic`]
							.filter(Boolean)
							.join(", ")}
						. {engines}.
					</p>
					<Link
						to={`/text-to-speech/${slug}`}
						lang={lang}
						hrefLang={lang}
						className="text-[15px] leading-6 underline decoration-transparent underline-offset-4 hover:decoration-control"
					>
						{own}
					</Link>
				</li>
			))}
		</ul>
	);
}

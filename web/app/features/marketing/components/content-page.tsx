import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PageContent, Part } from "../model/page-content.ts";
import { ButtonLink, CallToAction, Faq, FeatureGrid, Hero, PlannedNote, Section, Steps } from "./blocks.tsx";
import { CodeBlock } from "./code-block.tsx";
import { WaveBand } from "./wave-band.tsx";

type ContentPageProps = {
	page: PageContent;
	/** Replaces the waveform below the headline. */
	children?: ReactNode;
};

/** Renders a page from data: headline, parts, FAQ and call to action. */
export function ContentPage({ page, children }: ContentPageProps) {
	return (
		<>
			<Hero
				eyebrow={page.planned ? <PlannedNote>{page.planned}</PlannedNote> : undefined}
				title={page.headline}
				lead={page.lead}
				actions={page.actions?.map(({ to, label }, i) => (
					<ButtonLink key={to} to={to} variant={i === 0 ? "primary" : "secondary"}>
						{label}
					</ButtonLink>
				))}
			>
				{children ?? <WaveBand silent={page.planned !== undefined} />}
			</Hero>
			{page.parts.map((part) => (
				<Section key={part.id} id={part.id} title={part.title} lead={part.lead}>
					<PartBody part={part} />
					{part.links ? (
						<ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
							{part.links.map(({ to, label }) => (
								<li key={to}>
									<Link
										to={to}
										className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink"
									>
										{label}
									</Link>
								</li>
							))}
						</ul>
					) : null}
				</Section>
			))}
			{page.faq ? (
				<Section id="questions" title="Questions">
					<Faq items={page.faq} />
				</Section>
			) : null}
			<CallToAction {...page.end} />
		</>
	);
}

function PartBody({ part }: { part: Part }) {
	switch (part.kind) {
		case "features":
			return <FeatureGrid items={part.items} />;
		case "steps":
			return <Steps items={part.items} />;
		case "code":
			return <CodeBlock title={part.caption} code={part.code} prompt={part.prompt} />;
		case "text":
			return (
				<div className="flex max-w-[68ch] flex-col gap-4">
					{part.paragraphs.map((paragraph) => (
						<p key={paragraph}>{paragraph}</p>
					))}
				</div>
			);
	}
}

import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { AudioSample } from "../components/audio-sample.tsx";
import { CallToAction, Faq, Hero, Section } from "../components/blocks.tsx";
import { TryBox } from "../components/try-box.tsx";
import { faqData, softwareData } from "../model/content-meta.ts";
import { absoluteUrl, siteMeta } from "../model/meta.ts";
import { fill } from "../model/try-labels.ts";
import { LandingLinks } from "./components/landing-links.tsx";
import { type LandingData, landingData } from "./model/landing-data.ts";
import { landingAlternates, landingPath } from "./model/slugs.ts";

/** One module for all languages and accents. The loader sends the browser only the text of one page. */
export function loader({ params }: LoaderFunctionArgs) {
	const page = landingData(params.slug ?? "");
	if (!page) throw data(null, { status: 404 });
	return page;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? landingMeta(loaderData) : []);

function landingMeta({ slug, kind, lang, entry, sample, labels }: LandingData) {
	const path = landingPath(slug);
	return siteMeta({
		title: entry.title,
		description: entry.description,
		path,
		lang,
		...(kind === "language" ? { alternates: landingAlternates } : {}),
		structuredData: [
			{ ...softwareData(entry.title, entry.description, path), inLanguage: lang },
			{ ...faqData([...entry.faq]), inLanguage: lang },
			{
				"@type": "AudioObject",
				name: `${entry.name}: ${labels.sample}`,
				description: entry.placeholderText,
				contentUrl: absoluteUrl(sample.src),
				encodingFormat: "audio/mpeg",
				duration: `PT${sample.seconds.toFixed(1)}S`,
				transcript: entry.placeholderText,
				inLanguage: entry.language,
			},
		],
	});
}

export default function LandingPage() {
	const page = useLoaderData<typeof loader>();
	// The key resets the demo, so typed text is not carried over to another language.
	return <Landing key={page.slug} page={page} />;
}

function Landing({ page }: { page: LandingData }) {
	const { entry, labels, sample, voices } = page;
	const { tryBox } = labels;
	return (
		<div className={page.tall ? "[word-break:auto-phrase] [&_h1]:leading-[1.3] [&_h2]:leading-[1.35]" : undefined}>
			<Hero
				eyebrow={
					<>
						<span aria-hidden="true">{entry.flag}</span> {labels.kind} · {entry.name}
					</>
				}
				title={entry.h1}
				lead={entry.lead}
			>
				<TryBox
					language={entry.language}
					voiceId={entry.voice_id}
					text={entry.placeholderText}
					peaks={sample.peaks}
					clips={{ [sample.voiceId]: sample.src }}
					labels={tryBox}
				/>
			</Hero>
			<Section id="sample" title={labels.sample}>
				<figure className="max-w-2xl">
					<AudioSample
						src={sample.src}
						peaks={sample.peaks}
						seconds={sample.seconds}
						title={entry.name}
						voiceId={sample.voiceId}
						labels={{
							play: `${tryBox.hear}: {title}`,
							pause: `${tryBox.pause}: {title}`,
							position: `${tryBox.position}: {title}`,
						}}
					/>
					<blockquote lang={entry.language} className="mt-5 text-lg leading-8">
						{entry.placeholderText}
					</blockquote>
					<figcaption className="mt-3 text-[15px] text-muted leading-6">
						{fill(tryBox.spokenBy, { name: sample.voice, engine: sample.engine })} ({labels.tiers[sample.tier]})
					</figcaption>
				</figure>
			</Section>
			<Section id="how" title={labels.howTo}>
				<p className="max-w-2xl text-pretty text-lg leading-8">{entry.howToDescription}</p>
			</Section>
			<section className="border-line border-t px-5 py-16 sm:py-20">
				<div className="mx-auto grid max-w-6xl gap-x-16 gap-y-14 md:grid-cols-2">
					<Feature title={entry.feature1Title} text={entry.feature1Description} />
					<Feature title={entry.feature2Title} text={entry.feature2Description} />
				</div>
			</section>
			<Section id="voices" title={labels.voices}>
				<dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
					{voices.map(({ tier, engine, names }) => (
						<div key={`${tier} ${engine}`} className="border-ink border-t pt-4">
							<dt className="font-medium">
								{engine} · {labels.tiers[tier]} ({names.length})
							</dt>
							<dd className="mt-2 text-[15px] text-muted leading-6">
								<bdi lang="en">{names.join(", ")}</bdi>
							</dd>
						</div>
					))}
				</dl>
				<p className="mt-8">
					<Link
						to={page.details.to}
						className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink"
					>
						{page.details.label}
					</Link>
				</p>
			</Section>
			<Section id="questions" title={labels.questions}>
				<Faq items={[...entry.faq]} />
			</Section>
			<LandingLinks page={page} />
			<CallToAction
				title={labels.startTitle}
				text={labels.startText}
				to="/app/sign-up"
				label={labels.startLabel}
				openLabel={labels.openLabel}
			/>
		</div>
	);
}

function Feature({ title, text }: { title: string; text: string }) {
	return (
		<div>
			<h2 className="text-balance font-serif text-[28px] leading-[1.2] sm:text-[34px]">{title}</h2>
			<p className="mt-4 max-w-[60ch] text-pretty text-muted">{text}</p>
		</div>
	);
}

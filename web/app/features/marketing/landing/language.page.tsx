import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { AudioSample } from "../components/audio-sample.tsx";
import { ButtonLink, CallToAction, Hero, Section } from "../components/blocks.tsx";
import { VoiceRow } from "../library/components/voice-row.tsx";
import { absoluteUrl, siteMeta } from "../model/meta.ts";
import { type LanguagePageData, languageData } from "./model/language-data.ts";

/** What Timbre supports for one language, in English, from the catalog of shipped voices. */
export function loader({ params }: LoaderFunctionArgs) {
	const page = languageData(params.language ?? "");
	if (!page) throw data(null, { status: 404 });
	return page;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
	page
		? siteMeta({
				title: `${page.name} voices, engines and limits`,
				description: page.description,
				path: page.path,
				structuredData: [
					{
						"@type": "BreadcrumbList",
						itemListElement: [
							{ "@type": "ListItem", position: 1, name: "Languages", item: absoluteUrl("/languages") },
							{ "@type": "ListItem", position: 2, name: page.name, item: absoluteUrl(page.path) },
						],
					},
				],
			})
		: [];

export default function LanguagePage() {
	const page = useLoaderData<typeof loader>();
	return <Facts key={page.path} page={page} />;
}

function Facts({ page }: { page: LanguagePageData }) {
	const { name, voices, abilities, support, sample } = page;
	return (
		<>
			<Hero
				eyebrow={
					<>
						<Link to="/languages" className="underline decoration-control underline-offset-4 hover:text-ink">
							Languages
						</Link>{" "}
						/ <span lang={page.lang}>{page.own}</span>
					</>
				}
				title={`${name} text to speech`}
				lead={page.lead}
				actions={
					<>
						<ButtonLink to={page.landingPath}>Try {name}</ButtonLink>
						<ButtonLink to="/voice-library" variant="secondary">
							All voices
						</ButtonLink>
					</>
				}
			/>
			<Section id="sample" title="How it sounds" lead={`${sample.voice}, a ${sample.engine} voice.`}>
				<figure>
					<AudioSample
						src={sample.src}
						peaks={sample.peaks}
						seconds={sample.seconds}
						title={`the ${name} sample`}
						voiceId={sample.voiceId}
					/>
					<figcaption lang={page.spoken} dir={page.spokenDir} className="mt-5 text-muted">
						{sample.text}
					</figcaption>
				</figure>
			</Section>
			<Section id="read" title="What is read correctly">
				<PlainList items={support.reads} />
			</Section>
			<Section id="missing" title="Known limits">
				<PlainList items={support.missing} />
			</Section>
			<Section id="abilities" title="Supported features">
				<div className="overflow-x-auto">
					<table className="w-full text-left text-[15px] leading-6">
						<thead>
							<tr className="border-ink border-b">
								<th scope="col" className="py-2 pr-4 font-medium">
									Feature
								</th>
								<th scope="col" className="py-2 font-medium">
									In {name}
								</th>
							</tr>
						</thead>
						<tbody>
							{abilities.map(({ ability, state }) => (
								<tr key={ability} className="border-line border-b">
									<th scope="row" className="py-2.5 pr-4 font-normal">
										{ability}
									</th>
									<td className="py-2.5 text-muted">{state}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			</Section>
			<Section
				id="voices"
				title={voices.length === 1 ? "The voice" : `${page.count} voices`}
				lead={
					page.count > voices.length ? "A selection of each kind. See the voice library for all of them." : undefined
				}
				wide
			>
				<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
					{voices.map((voice) => (
						<VoiceRow key={voice.voice_id} voice={voice} languageName={voice.languageName} />
					))}
				</ul>
			</Section>
			<CallToAction
				title={`Try your own text in ${name}`}
				text="No account needed."
				to={page.landingPath}
				label={`Try ${name}`}
			/>
		</>
	);
}

function PlainList({ items }: { items: readonly string[] }) {
	return (
		<ul className="flex max-w-2xl flex-col">
			{items.map((item) => (
				<li key={item} className="border-line border-t py-3.5 first:border-t-0 first:pt-0">
					{item}.
				</li>
			))}
		</ul>
	);
}

import { Link, type MetaFunction, useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "./components/blocks.tsx";
import { WaveBand } from "./components/wave-band.tsx";
import { useCases } from "./content/use-cases.ts";
import { siteMeta } from "./marketing.meta.ts";

export function loader() {
	return useCases.map(({ path, name, headline, description }) => ({ path, name, headline, description }));
}

export const meta: MetaFunction = () =>
	siteMeta({
		title: "What people make with text to speech",
		description:
			"Audiobooks, videos, games and chatbots: how to make them with Timbre today, step by step, and what is still missing for each.",
		path: "/use-cases",
	});

export default function UseCasesPage() {
	const cases = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				title="What can be made with it"
				lead="Four kinds of work, each with the way through it and with what is still missing. No success stories: you can hear for yourself."
			>
				<WaveBand />
			</Hero>
			<Section id="all" title="Choose yours">
				<ul className="border-line border-t">
					{cases.map(({ path, name, headline, description }) => (
						<li key={path} className="relative border-line border-b py-7">
							<h3 className="text-[15px] text-muted">{name}</h3>
							<p className="mt-1 font-serif text-3xl leading-9">
								<Link
									to={path}
									className="decoration-1 underline-offset-4 after:absolute after:inset-0 hover:underline"
								>
									{headline}
								</Link>
							</p>
							<p className="mt-2 max-w-xl text-[15px] text-muted leading-6">{description}</p>
						</li>
					))}
				</ul>
			</Section>
			<CallToAction
				title="Something else?"
				text="If it begins with a text and ends with a voice, type a sentence of it and hear whether it fits."
				to="/text-to-speech"
				label="Try text to speech"
			/>
		</>
	);
}

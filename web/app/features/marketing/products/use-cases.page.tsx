import { Link, type MetaFunction, useLoaderData } from "react-router";
import { CallToAction, Hero, Section } from "../components/blocks.tsx";
import { WaveBand } from "../components/wave-band.tsx";
import { siteMeta } from "../model/meta.ts";
import { useCases } from "./content/use-cases.ts";

export function loader() {
	return useCases.map(({ path, name, headline, description }) => ({ path, name, headline, description }));
}

export const meta: MetaFunction = () =>
	siteMeta({
		title: "Text to speech use cases",
		description:
			"Audiobooks, videos, games and chatbots: how to make them with Timbre today, step by step, and the current limits of each.",
		path: "/use-cases",
	});

export default function UseCasesPage() {
	const cases = useLoaderData<typeof loader>();
	return (
		<>
			<Hero
				title="What you can make with Timbre"
				lead="Four use cases, each with the steps to get there and the current limits."
			>
				<WaveBand />
			</Hero>
			<Section id="all" title="Use cases">
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
				<p className="mt-8">
					<Link
						to="/customers"
						className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink"
					>
						Three examples from start to finish
					</Link>
				</p>
			</Section>
			<CallToAction
				title="Something else?"
				text="Type a sentence from your project and hear how it sounds."
				to="/text-to-speech"
				label="Try text to speech"
			/>
		</>
	);
}

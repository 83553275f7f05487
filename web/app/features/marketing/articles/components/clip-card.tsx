import { AudioSample } from "../../components/audio-sample.tsx";
import type { ShowcaseClip } from "../../showcase/model/showcase-clips.ts";

const tierNames: Record<string, string> = { quality: "natural voice", fast: "fast voice", basic: "basic voice" };

/** A showcase clip with its title, voice, settings and text. */
export function ClipCard({ clip }: { clip: ShowcaseClip }) {
	const { title, note, lang, voices, engine, tier, settings, lines } = clip;
	return (
		<figure className="flex flex-col gap-5 rounded-card border border-line bg-raised p-5 sm:p-6">
			<figcaption>
				<p className="font-serif text-2xl leading-8">{title}</p>
				<p className="mt-1 text-[15px] text-muted leading-6">{note}</p>
			</figcaption>
			<AudioSample {...clip} />
			<div className="border-line border-l-2 pl-4 text-[15px] leading-6" lang={lang}>
				{lines.map(({ speaker, text }) => (
					<p key={text}>
						{voices.length > 1 ? (
							<span lang="en" className="text-muted">
								{speaker}:{" "}
							</span>
						) : null}
						{text}
					</p>
				))}
			</div>
			<p className="mt-auto text-[13px] text-muted leading-5">
				{[
					`${voices.join(" and ")}, ${engine}, ${tierNames[tier] ?? tier}`,
					...settings.map(({ name, value }) => `${name.toLowerCase()} ${value}`),
				].join(" · ")}
			</p>
		</figure>
	);
}

import { SoundSample } from "../components/sound-sample.tsx";
import type { ShowcaseSound } from "./sounds.ts";

const tierNames: Record<string, string> = { quality: "quality voice", fast: "fast voice", basic: "basic voice" };

/** A piece of the showcase: what is heard, by whom it is spoken and with which settings, and its words. */
export function SoundCard({ sound }: { sound: ShowcaseSound }) {
	const { title, note, lang, voices, engine, tier, settings, lines } = sound;
	return (
		<figure className="flex flex-col gap-5 rounded-card border border-line bg-raised p-5 sm:p-6">
			<figcaption>
				<p className="font-serif text-2xl leading-8">{title}</p>
				<p className="mt-1 text-[15px] text-muted leading-6">{note}</p>
			</figcaption>
			<SoundSample {...sound} />
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

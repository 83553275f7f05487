import { useQuery } from "@tanstack/react-query";
import { type LibraryVoice, serverOwnerId } from "@timbre/contract/voices.library.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Facts, FactsPart } from "@timbre/ui/primitives/facts.tsx";
import { Sheet } from "@timbre/ui/primitives/sheet.tsx";
import { AudioWaveform } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../lib/api-error.ts";
import { count, dateOf } from "../../../lib/format.ts";
import { speechPath } from "../../../lib/redirect.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { libraryVoiceQuery, similarQuery } from "../voices.library.queries.ts";
import { AddButton } from "./add-button.tsx";
import { CopyId } from "./copy-id.tsx";
import { DetailHead, DetailLanguages, DetailLoading, DetailTerms } from "./detail-parts.tsx";
import { LibraryRow } from "./library-row.tsx";
import { asPreviewed, libraryBadges, libraryTraits, ownerWords, plainWord } from "./library-words.ts";
import { originWords } from "./voice-terms.ts";

type OpenedVoice = { ownerId: string; voiceId: string };

type LibraryDetailProps = {
	opened: OpenedVoice | null;
	/** Shown at once while the whole is fetched. */
	known?: LibraryVoice;
	onOpen: (voice: LibraryVoice) => void;
	onClose: () => void;
};

/** Everything known of one voice of the library, beside the list. */
export function LibraryDetail({ opened, known, onOpen, onClose }: LibraryDetailProps) {
	return (
		<Sheet open={opened !== null} onOpenChange={(open) => !open && onClose()} side="right" title="Voice">
			{opened ? <Content key={opened.voiceId} opened={opened} known={known} onOpen={onOpen} /> : null}
		</Sheet>
	);
}

type ContentProps = { opened: OpenedVoice; known?: LibraryVoice; onOpen: (voice: LibraryVoice) => void };

function Content({ opened, known, onOpen }: ContentProps) {
	const asked = useQuery({
		...libraryVoiceQuery(opened.ownerId, opened.voiceId),
		placeholderData: known,
		retry: false,
	});
	if (asked.isError) return <LoadFailure title="This voice could not be loaded" query={asked} />;
	const voice = asked.data;
	if (!voice) return <DetailLoading />;
	const previewed = asPreviewed(voice);
	return (
		<div className="flex flex-col gap-6 px-4 pt-1 pb-8">
			<DetailHead voice={previewed} below={ownerWords(voice)} />
			<div className="flex flex-wrap gap-2">
				<AddButton voice={voice} variant="primary" />
				{voice.public_owner_id === serverOwnerId && !voice.added_voice_id ? (
					<Button asChild size="small">
						<Link to={`${speechPath}?voice=${voice.voice_id}`}>Use without adding</Link>
					</Button>
				) : null}
			</div>
			{voice.description ? <p className="leading-6">{voice.description}</p> : null}
			<DetailLanguages voice={previewed} />
			<DetailTerms badges={libraryBadges(voice)} />
			<FactsPart title="About it">
				<Facts facts={factsOf(voice)} />
			</FactsPart>
			<Similar voice={voice} onOpen={onOpen} />
		</div>
	);
}

function factsOf(voice: LibraryVoice) {
	const others = ["pitch", "pace", "brightness", "clarity", "tier"] as const;
	return [
		["Sounds", libraryTraits(voice)],
		["Accent", plainWord(voice.accent)],
		...others.map((name) => [name[0]?.toUpperCase() + name.slice(1), voice.labels[name]] as const),
		["Origin", originWords({ origin: voice.origin, similarity: null })],
		["Added", voice.cloned_by_count > 0 ? `${count(voice.cloned_by_count)} times` : null],
		[
			"Spoken",
			voice.usage_character_count_1y > 0 ? `${count(voice.usage_character_count_1y)} characters in a year` : null,
		],
		["In the library", `since ${dateOf(voice.date_unix)}`],
		["Voice id", <CopyId key="id" voiceId={voice.added_voice_id ?? voice.voice_id} />],
	] as const;
}

/** Asked for by a press: to compare a voice with the whole library takes the server a moment. */
function Similar({ voice, onOpen }: { voice: LibraryVoice; onOpen: (voice: LibraryVoice) => void }) {
	const [wanted, setWanted] = useState(false);
	const similar = useQuery({ ...similarQuery(voice.voice_id), enabled: wanted });
	if (!similar.data) {
		return (
			<FactsPart title="Voices like it">
				<Button size="small" busy={similar.isFetching} onClick={() => (wanted ? similar.refetch() : setWanted(true))}>
					<AudioWaveform aria-hidden="true" />
					Find voices that sound alike
				</Button>
				{similar.isError ? (
					<p role="alert" className="mt-2 text-[13px] text-danger">
						{messageOf(similar.error)}
					</p>
				) : null}
			</FactsPart>
		);
	}
	return (
		<FactsPart title="Voices like it">
			{similar.data.length === 0 ? (
				<p className="text-muted">Nothing in the library sounds like it.</p>
			) : (
				<ul aria-label="Voices like it">
					{similar.data.map((other) => (
						<LibraryRow key={other.voice_id} voice={other} onOpen={onOpen} />
					))}
				</ul>
			)}
		</FactsPart>
	);
}

import { useMutation } from "@tanstack/react-query";
import { languageName } from "@timbre/contract/language.ts";
import { useMediaSession } from "@timbre/ui/audio/player/media-session.ts";
import { Player } from "@timbre/ui/audio/player/player.tsx";
import { usePlayer, usePlayerKeys } from "@timbre/ui/audio/player/use-player.ts";
import { FeedbackControls } from "../../features/history/history.feedback.public.tsx";
import { downloadLoaded } from "../../features/history/history.saved.public.ts";
import { ShareButton } from "../../features/history/history.share.public.tsx";
import { player } from "../../lib/audio/player.ts";
import { useShownControls, useShownText } from "../../lib/audio/shown.ts";
import { showError } from "../../lib/page/toaster.ts";
import { useMedia } from "../../lib/page/use-media.ts";
import { useStored } from "../../lib/storage/use-stored.ts";

/** The persistent player at the bottom of every app page. */
export function PlayerDock() {
	usePlayerKeys(player);
	useMediaSession(player);
	const { item, playedEnough: heard } = usePlayer(player);
	const shownText = useShownText();
	const shownControls = useShownControls();
	const [stored, setStored] = useStored("player-collapsed", "");
	const desktop = useMedia("(min-width: 48rem)");
	const download = useMutation({
		mutationFn: async () => item && downloadLoaded(item, player.source()),
		onError: (error) => showError("Couldn't download the audio", error),
	});
	if (item && item.id === shownControls) return null;
	return (
		<Player
			engine={player}
			collapsed={desktop && stored === "yes"}
			onCollapsedChange={(next) => setStored(next ? "yes" : "")}
			readAlong={item?.id !== shownText}
			feedback={item ? <FeedbackControls key={`feedback:${item.id}`} item={item} played={heard} /> : null}
			actions={item ? <ShareButton key={`share:${item.id}`} item={item} /> : null}
			onDownload={() => download.isPending || download.mutate()}
			downloading={download.isPending}
			languageName={languageName}
			className="shrink-0"
		/>
	);
}

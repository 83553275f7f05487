import { themes } from "@timbre/ui/tokens.ts";
import { AudioGallery } from "./audio-gallery.tsx";
import { ColorGallery } from "./color-gallery.tsx";
import { ControlGallery } from "./control-gallery.tsx";
import { OverlayGallery } from "./overlay-gallery.tsx";
import { UploadGallery } from "./upload-gallery.tsx";

export const meta = () => [{ title: "Components - Timbre" }, { name: "robots", content: "noindex" }];

/** Every primitive and audio component, in both themes side by side. */
export default function DevUiPage() {
	return (
		<main>
			<h1 className="px-6 pt-8 pb-4 font-semibold text-xl">Components</h1>
			<div className="grid lg:grid-cols-2">
				{themes.map((theme) => (
					<section
						key={theme}
						data-theme={theme}
						aria-label={`${theme} theme`}
						className="flex min-w-0 flex-col gap-10 bg-surface p-6 text-ink"
					>
						<h2 className="font-serif text-3xl capitalize">{theme}</h2>
						<ColorGallery theme={theme} />
						<ControlGallery theme={theme} />
						<AudioGallery theme={theme} />
						<UploadGallery />
						<OverlayGallery theme={theme} />
					</section>
				))}
			</div>
		</main>
	);
}

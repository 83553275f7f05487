type ProductPictureProps = {
	/** File name in web/public/pictures without theme, taken by `npm run site:pictures`. */
	name: string;
	alt: string;
	caption: string;
};

/** A picture of the product in the theme of the page. Only the visible one is loaded, when it is scrolled to. */
export function ProductPicture({ name, alt, caption }: ProductPictureProps) {
	const image = (theme: string, className: string) => (
		<img
			src={`/pictures/${name}-${theme}.webp`}
			alt={alt}
			width={1280}
			height={720}
			loading="lazy"
			decoding="async"
			className={`h-auto w-full ${className}`}
		/>
	);
	return (
		<figure className="min-w-0">
			<div className="overflow-hidden rounded-card border border-line bg-sunken">
				{image("light", "in-data-[theme=dark]:hidden")}
				{image("dark", "hidden in-data-[theme=dark]:block")}
			</div>
			<figcaption className="mt-3 text-[15px] text-muted leading-6">{caption}</figcaption>
		</figure>
	);
}

/** Initial text of the home page's demo. Its audio is generated with `npm run landing:audio`. */
export const homeText =
	"Good evening. I am a voice made of numbers, and I would be glad to read whatever you write here.";

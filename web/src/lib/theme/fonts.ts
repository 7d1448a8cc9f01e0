// Each family is cut by script: a page in English loads the Latin slices only.
import '@fontsource-variable/commissioner/wght.css'
import '@fontsource-variable/literata/wght.css'
